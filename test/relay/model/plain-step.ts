import type { StepHeader } from '../../../src/live/relay/step.ts';

/** What a step of a complete board says beside its versions if nothing else happens. */
export const PLAIN_STEP: Pick<StepHeader, 'kind' | 'complete' | 'statuses' | 'end'> = {
  ...{ kind: 'step', complete: true, statuses: [], end: null },
};
