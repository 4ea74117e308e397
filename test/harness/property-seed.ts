import fc from 'fast-check';

/** All property tests of a run use the seed that the run has printed. */
fc.configureGlobal({ seed: Number(process.env['FC_SEED']) });
