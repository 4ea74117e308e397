import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '../harness/node/new-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) {
  process.stderr.write('WARNING: systemd-analyze is missing: tests of the unit are skipped.\n');
}

/** Of 100. Network services have mostly far more; one without any hardening has 96. */
const EXPOSURE_MAX = 20;

describe.runIf(hasSystemd)('systemd', () => {
  let folder: string;
  let unit: string;

  beforeAll(async () => {
    folder = newFolder();
    unit = join(folder, 'oddsgraph@4001.service');
    const text = readFileSync(join(ROOT, 'deploy/oddsgraph@.service'), 'utf8');
    await writeFile(unit, text.replaceAll('/opt/oddsgraph/', ROOT));
  });

  test.each([
    ['accepts the unit', ['verify']],
    ['finds it well protected', ['security', '--offline=true', `--threshold=${EXPOSURE_MAX}`]],
  ])('%s', (_, parameters) => {
    const analysis = spawnSync('systemd-analyze', [...parameters, unit], { encoding: 'utf8' });
    const { status, stdout, stderr } = analysis;
    expect({ status, stderr, said: status === 0 ? '' : stdout }).toEqual({
      status: 0,
      stderr: '',
      said: '',
    });
  });
});
