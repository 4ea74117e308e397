import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { OddsgraphProcess } from '../harness/servers/oddsgraph-process.ts';
