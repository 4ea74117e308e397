import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { slugOf, slugsOf } from '../../contract/slugs.ts';
import { CONTRACT_SPORTS } from '../../contract/sports.ts';
import type { ListNames, ShownNames } from './known-names.ts';
import { type NameKind, namesIn } from './name-kinds.ts';

/** Says that an operation asked for a name that does not exist, as far as is known. Part of `extensions.upstream`. */
export interface NameHint {
  /** The path of the field in the response, without list indexes. */
  readonly path: string;
  /** The path of the argument, as errors have it. */
  readonly argument: string;
  /** The name as the client wrote it. */
  readonly value: string;
  /** The known names that it may stand for, the likeliest first. */
  readonly nearest: readonly string[];
  readonly message: string;
}

/** Names that an argument asks for. */
export interface AskedNames {
  readonly kind: NameKind;
  readonly path: string;
  readonly argument: string;
  readonly values: readonly string[];
  /** Of teams: the leagues that are asked for beside them. */
  readonly leagues: readonly string[];
  /** Whether names exist that lists do not show, so that only those like a listed one count as misspelt. */
  readonly mayBeUnlisted: boolean;
}

/** An argument whose names have not all been found. */
interface Search extends AskedNames {
  /** The names that no row has shown so far, as the client wrote them, by their slugs. */
  readonly missing: Map<string, string>;
  /** Whether no row that was not read can have a name that is missing here and in lists. */
  isOver: boolean;
}

/** The most hints in one response, and the most names in one of them. */
const HINTS_MAX = 20;
const NEAREST_MAX = 5;

/** If a kind has no more names than these, all are told. */
const ALL_MAX = 40;

/** A kind of names in words, and the field that lists its names. */
const LISTED: Readonly<Record<NameKind, readonly [words: string, field: string]>> = {
  sports: ['sports', 'sports'],
  leagues: ['leagues', 'sports { leagues { id } }'],
  sportsbooks: ['sportsbooks', 'sportsbooks'],
  markets: [
    'market types and categories (`main`, `spread`, `total`, `props`)',
    'sports { marketTypes }',
  ],
  teams: ['teams with games in play or to come', 'events'],
};

/** Finds out which names in an operation's filters don't exist. They are no errors, since new ones come up upstream. */
export class NameHints {
  readonly #known: () => ShownNames;
  /** By the paths of the field and of the argument. */
  readonly #searches = new Map<string, Search>();
  readonly #hints: NameHint[] = [];

  /** `known`: what the caller of the operation has been shown. */
  constructor(known: () => ShownNames) {
    this.#known = known;
  }

  /** Notes which of the names that a field was asked for are in its rows. A field below a list has rows for each item. */
  note(asked: AskedNames, rows: Iterable<object>, isWhole: boolean): void {
    const search = this.#searchFor(asked);
    if (search.missing.size === 0) return;
    // All sportsbooks are listed, but other names of the next events alone: later pages may have more.
    if (!isWhole && (asked.kind !== 'sportsbooks' || asked.mayBeUnlisted)) search.isOver = false;
    // Upstream finds teams by other names, too.
    if (asked.kind === 'teams' && [...rows].length > 0) search.missing.clear();
    for (const name of namesIn(asked.kind, rows)) {
      if (!search.missing.delete(name[0])) continue;
      this.#known().add(asked.kind, [name]);
      if (search.missing.size === 0) return;
    }
  }

  /** Whether names were not found. */
  get hasMissing(): boolean {
    return this.#searches.values().some(({ isOver, missing }) => isOver && missing.size > 0);
  }

  /**
   * Finds out whether names exist that were not found. Lists names only if there are such, and not lately. Each is compared
   * with known names in a `turn` of its own, as that takes long.
   */
  async lookUp(now: number, list: ListNames, turn: () => Promise<void>): Promise<void> {
    let compared = 0;
    for (const search of this.#searches.values()) {
      const { kind, path, argument, leagues, missing } = search;
      if (!search.isOver || missing.size === 0) continue;
      if (compared === HINTS_MAX) break;
      // If they cannot be listed, no further hints are looked for.
      const names = await this.#known()
        .all(kind, now, list, kind === 'teams' ? slugsOf(leagues) : [])
        .catch(() => null);
      if (names === null) break;
      let spellings: Spellings | null = null;
      for (const [name, value] of missing) {
        if (this.#known().has(kind, name) || (kind === 'teams' && isPart(name, names))) continue;
        if (compared === HINTS_MAX) break;
        compared += 1;
        await turn();
        spellings ??= spellingsOf(names);
        const nearest = nearestTo(name, names, spellings);
        if (search.mayBeUnlisted && nearest.length === 0) continue;
        const message = messageOf(kind, value, nearest, names);
        this.#hints.push({ path, argument, value, nearest, message });
      }
    }
  }

  /** The hints found so far. */
  list(): readonly NameHint[] {
    return this.#hints;
  }

  #searchFor(asked: AskedNames): Search {
    const key = `${asked.path} ${asked.argument}`;
    const begun = this.#searches.get(key);
    if (begun !== undefined) return begun;
    const bySlug = asked.values.map((value) => [slugOf(value), value] as const);
    const missing = bySlug.filter(([name]) => !this.#known().has(asked.kind, name));
    const search = { ...asked, missing: new Map(missing), isOver: true };
    this.#searches.set(key, search);
    return search;
  }
}

/** Whether some known name contains this one, as the names of teams are asked for. */
function isPart(name: string, known: readonly string[]): boolean {
  return known.some((candidate) => candidate.includes(name));
}

/** Shorter words say too little: "la" and "fc". */
const WORD_MIN = 4;

/** The most words of a name that are compared: no team has more. */
const WORDS_MAX = 5;

/** Known names by what they are compared as: the whole name, and each of its words. */
function spellingsOf(known: readonly string[]) {
  const spelled = known.flatMap((name) =>
    [name, ...name.split(' ')].map((text) => ({ text, name })),
  );
  return Map.groupBy(spelled, ({ text }) => text);
}

type Spellings = ReturnType<typeof spellingsOf>;

/** Names that are spelled alike, names that contain the given one, and names with a word like one of its words. */
function nearestTo(name: string, known: readonly string[], spellings: Spellings): string[] {
  const longer = known.filter((candidate) => candidate.includes(name));
  const alike = (text: string) =>
    suggestionList(text, [...spellings.keys()])
      .flatMap((spelling) => spellings.get(spelling) ?? [])
      .map((spelled) => spelled.name);
  const words = name.split(' ').filter((word) => word.length >= WORD_MIN);
  const alikeInPart = words.slice(0, WORDS_MAX).flatMap(alike);
  return [...new Set([...alike(name), ...longer, ...alikeInPart])].slice(0, NEAREST_MAX);
}

function messageOf(
  kind: NameKind,
  value: string,
  nearest: readonly string[],
  all: readonly string[],
): string {
  const [words, field] = LISTED[kind];
  const named = (names: readonly string[]) => names.map((name) => `\`${name}\``);
  const problem = `\`${value}\` has found nothing, and is not among the known ${words}.`;
  if (kind === 'leagues' && CONTRACT_SPORTS.has(slugOf(value))) {
    return `${problem} It is a sport: ask for it in \`sports\`.`;
  }
  if (nearest.length > 0) return `${problem} Did you mean ${named(nearest).join(' or ')}?`;
  if (all.length === 0 || all.length > ALL_MAX)
    return `${problem} \`${field}\` has those that exist.`;
  return `${problem} Known are: ${named(all.toSorted()).join(', ')}.`;
}
