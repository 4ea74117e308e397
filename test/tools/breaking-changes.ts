import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema, type GraphQLSchema } from 'graphql';

const SCHEMA = 'schema/oddsgraph.graphql';

/** Intended breaking changes, one line each as this report prints them. Cleared with the next commit. */
const ALLOWED = 'schema/allowed-breaking-changes.txt';

/*
 * Compares the printed schema with that of the last commit, or of the one before if that is the same.
 * Exits with 1 if the changes break clients.
 */
const current = readFileSync(SCHEMA, 'utf8');
const base = committed('HEAD') === current ? 'HEAD^' : 'HEAD';
const previous = committed(base);
if (previous === null) {
  report(`There is no ${SCHEMA} at ${base} to compare with.`);
} else {
  const changes = await diff(build(previous), build(current));
  const allowed = new Set(existsSync(ALLOWED) ? readFileSync(ALLOWED, 'utf8').split('\n') : []);
  for (const change of changes) report(`${change.criticality.level}: ${change.message}`);
  report(`Changes of the schema since ${base}: ${changes.length}.`);
  const breaking = changes.filter((change) => isBreaking(change) && !allowed.has(change.message));
  if (breaking.length > 0) {
    report(`Breaking: ${breaking.length}. Those that are meant are listed in ${ALLOWED}.`);
    process.exitCode = 1;
  }
}

function isBreaking({ criticality }: Change): boolean {
  return criticality.level === CriticalityLevel.Breaking;
}

/** The printed schema at a commit; null if it has none. */
function committed(commit: string): string | null {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', ['show', `${commit}:${SCHEMA}`], { encoding: 'utf8', stdio });
  } catch {
    return null;
  }
}

/** Declarations of the federation directives, which the printed schema uses without declaring them. */
function build(sdl: string): GraphQLSchema {
  return buildSchema(sdl, { assumeValidSDL: true });
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
