import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { slugOf } from '../../contract/slugs.ts';
import { CONTRACT_SPORTS } from '../../contract/sports.ts';
import { CONTRACT_NAMES, type NameKind, namesIn } from './name-kinds.ts';

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
export interface AskedNames extends Pick<NameHint, 'path' | 'argument'> {
  readonly kind: NameKind;
  readonly values: readonly string[];
  /** Whether names exist that lists do not show, so that only those like a listed one count as misspelt. */
  readonly mayBeUnlisted: boolean;
}

/** An argument, with the names that no row has shown so far, as the client wrote them, by their slugs. */
type Search = AskedNames & { readonly missing: Map<string, string> };

/** The most hints in one response, and the most names in one of them. */
const HINTS_MAX = 20;
const NEAREST_MAX = 5;

/** The fewest letters of a word that is compared: "la" and "fc" say too little. */
const LETTERS_MIN = 4;

/** How many words of a name are compared: no team has more. */
const WORDS_MAX = 5;

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
  /** The hints found so far. */
  readonly found: NameHint[] = [];
  /** By the paths of the field and of the argument. */
  readonly #searches = new Map<string, Search>();

  /** Notes which of the names that a field was asked for are in its rows. A field below a list has rows for each item. */
  note(asked: AskedNames, rows: readonly object[], isWhole: boolean): void {
    const { kind } = asked;
    const key = `${asked.path} ${asked.argument}`;
    const search = this.#searches.get(key) ?? { ...asked, missing: missingIn(asked) };
    this.#searches.set(key, search);
    // Upstream finds teams by other names, too.
    const isFound = kind === 'teams' && rows.length > 0;
    // A later page may have the name. `lookUp` can tell for sportsbooks alone, of which it lists all.
    const mayFollow = !isWhole && kind !== 'sportsbooks';
    if (isFound || mayFollow) search.missing.clear();
    if (search.missing.size === 0) return;
    for (const name of namesIn(kind, rows)) {
      if (search.missing.delete(name) && search.missing.size === 0) return;
    }
  }

  /** Whether names were not found. */
  get hasMissing(): boolean {
    return this.#searches.values().some(({ missing }) => missing.size > 0);
  }

  /**
   * Finds out whether names exist that were not found. Lists names only if there are such. Each is compared with known
   * names in a `turn` of its own, as that takes long.
   */
  async lookUp(
    list: (kind: NameKind) => Promise<Iterable<string>>,
    turn: () => Promise<void>,
  ): Promise<void> {
    let compared = 0;
    for (const { kind, path, argument, missing, mayBeUnlisted } of this.#searches.values()) {
      if (missing.size === 0) continue;
      const known = [...new Set([...(CONTRACT_NAMES[kind] ?? []), ...(await list(kind))])];
      for (const [name, value] of missing) {
        const isPart = (one: string) => one.includes(name); // Filters find teams by a part of the name.
        if (kind === 'teams' ? known.some(isPart) : known.includes(name)) continue;
        if (compared === HINTS_MAX) return;
        compared += 1;
        await turn();
        const nearest = nearestTo(name, known);
        if (mayBeUnlisted && nearest.length === 0) continue;
        const message = messageOf(kind, value, nearest, known);
        this.found.push({ path, argument, value, nearest, message });
      }
    }
  }
}

/** The names that are asked for, as the client wrote them, by their slugs, without those that exist in any case. */
function missingIn({ kind, values }: AskedNames): Map<string, string> {
  const bySlug = values.map((value) => [slugOf(value), value] as const);
  return new Map(bySlug.filter(([name]) => !CONTRACT_NAMES[kind]?.has(name)));
}

/** Names that are spelled alike; then those that contain it; then those with a word like one of its words, as teams have. */
function nearestTo(name: string, known: readonly string[]): string[] {
  const spellings = [...new Set(known.flatMap((one) => [one, ...one.split(' ')]))];
  const alike = (text: string) =>
    suggestionList(text, spellings)
      .slice(0, NEAREST_MAX)
      .flatMap((spelling) => known.filter((one) => ` ${one} `.includes(` ${spelling} `)));
  const words = name.split(' ').filter(({ length }) => length >= LETTERS_MIN);
  const longer = known.filter((one) => one.includes(name));
  const nearest = [...alike(name), ...longer, ...words.slice(0, WORDS_MAX).flatMap(alike)];
  return [...new Set(nearest)].slice(0, NEAREST_MAX);
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
