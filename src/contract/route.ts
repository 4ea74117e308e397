import Type, {
  type Static,
  type TArray,
  type TInteger,
  type TProperties,
  type TSchema,
} from 'typebox';
import type { TDefaulted } from './routes/parameters.ts';
import type { Tier } from './tiers.ts';
import type { NeededPart, WireErrorCode } from './wire.ts';

type ObjectSchema = TSchema & { readonly properties: TProperties };

/** One route of the contract. The client of the odds service, its embedded stand-in and the contract tests use it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api/v1`, with parameters in braces: `/gamestate/{sport}`. */
  readonly path: string;
  /** The lowest tier that may call; null where no key is needed. */
  readonly tier: Tier | null;
  /** The code of the 403 for lower tiers. */
  readonly lowTierCode: 'tier_restricted' | 'feature_not_available';
  /** A feature that the account needs as well (403 `feature_not_available` without it); null where it needs none. */
  readonly feature: 'low_hold' | null;
  /** The code of the 401 without a key. */
  readonly missingKeyCode: 'unauthorized' | 'missing_api_key';
  readonly query: ObjectSchema;
  /** Null where the route takes no body. */
  readonly body: ObjectSchema | null;
  /** The code of the 400 for a body of another shape. */
  readonly badBodyCode: WireErrorCode;
  /** The status of success. */
  readonly status: 200 | 201 | 302;
  readonly response: TSchema | 'event-stream' | 'redirect';
  /** The shapes that the response takes instead when the client sends these query parameters. */
  readonly variants: Readonly<Record<string, TSchema>>;
  /**
   * Milliseconds for which a client may use a response again. Null where the request changes
   * something: it is sent once, and neither shared nor retried.
   */
  readonly freshForMs: number | null;
  /** How many objects (such as events) of a list one request serves, for estimates of cost; 1 if each takes its own. */
  readonly objectsPerRequest: number;
}

/** What a route has where its definition omits it. */
const USUAL = {
  lowTierCode: 'tier_restricted',
  feature: null,
  missingKeyCode: 'unauthorized',
  query: Type.Object({}),
  body: null,
  badBodyCode: 'invalid_request',
  status: 200,
  variants: {},
  objectsPerRequest: 1,
} as const satisfies Partial<Route>;

type Usual = typeof USUAL;

/**
 * A route as it was stated, with the defaults. The compiler's messages show this name, then the method and path.
 * `Required` matters only where a definition has an error: without it, the table in `routes.ts` would report a second one.
 */
type DefinedRoute<Stated> = Required<Stated> & Omit<Usual, keyof Stated>;

/** Defines a route; omitted properties get the defaults. */
export function route<
  const Stated extends Omit<Route, keyof Usual> & { readonly [Name in keyof Usual]?: Route[Name] },
>(stated: Stated): DefinedRoute<Stated>;
export function route(stated: object): object {
  return { ...USUAL, ...stated };
}

/** A route that answers with JSON. Strings would fit the empty interface `TSchema`; `object` excludes them. */
export type JsonRoute = Route & { readonly response: TSchema & object };

export function isJsonRoute(candidate: Route): candidate is JsonRoute {
  return typeof candidate.response === 'object';
}

/** A route that lists things page by page, and says how many there are. Readers check only the `needed` part. */
export type PagedRoute = JsonRoute & {
  readonly query: {
    readonly properties: {
      readonly limit: TDefaulted<TInteger>;
      readonly offset: TDefaulted<TInteger> & { readonly maximum?: number };
    };
  };
  readonly response: {
    readonly needed: {
      readonly properties: { readonly data: TArray } & (
        | { readonly meta: WithTotal }
        | { readonly pagination: WithTotal }
      );
    };
  };
};

/** The part of a response that holds the number of things on all pages. */
interface WithTotal {
  readonly properties: { readonly total: TInteger };
}

/** The method and path of a route, as logs and reports show it. */
export function routeName({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** The parameters in a path. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Parameter in Name]: string } & PathParams<Rest>
  : unknown;

/** Whether a client may leave a parameter out: TypeBox marks optional ones with `~optional`. */
type IsOmittable<T> = T extends { readonly '~optional': true } | TDefaulted ? true : false;

/** The parameters of a route's query but those that change the shape of the response. */
type ParameterOf<R extends Route> = Exclude<keyof R['query']['properties'], keyof R['variants']>;

/** The query of a route as a client gives it; null and an empty list count as left out. */
export type QueryOf<R extends Route> = {
  readonly [Name in ParameterOf<R> as IsOmittable<R['query']['properties'][Name]> extends true
    ? never
    : Name]: Frozen<Static<R['query']['properties'][Name]>>;
} & {
  readonly [Name in ParameterOf<R> as IsOmittable<R['query']['properties'][Name]> extends true
    ? Name
    : never]?: Frozen<Static<R['query']['properties'][Name]>> | null | undefined;
};

/** A type in which every array and property is read-only, so that readers and writers can share it. */
export type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

/** The body of a request; null if the route takes none. */
export type BodyOf<R extends Route> = R['body'] extends TSchema ? Frozen<Static<R['body']>> : null;

/** What a client reads of a response. */
export type ResponseOf<R extends JsonRoute> = Static<NeededPart<R['response']>>;

/** What the service sends: the response in full, or one of its variants. */
export type SentBy<R extends JsonRoute> = Frozen<
  | Static<R['response']>
  | (keyof R['variants'] extends never ? never : Static<R['variants'][keyof R['variants']]>)
>;
