/** Imports run one way: main -> transports -> execution -> resolvers -> loaders -> upstream -> contract and leaves. */

/** Whatever any folder may import: time and turns, errors for callers, caches, log, metrics, the interface of traces, keys. */
const LEAVES =
  '^src/(scheduling/[^/]+|errors/[^/]+|caching/[^/]+|observability/(log|metrics|named-metrics|delivery-histogram|tracing/(tracing|pending-spans))|access/credential|process/read-variable)\\.ts$';

/** What each folder may import, beside itself, the leaves and packages. */
const LAYERS = {
  contract: [],
  generated: ['contract', 'models', 'live', 'resolvers'],
  redis: [],
  upstream: ['redis', 'contract'],
  access: ['upstream', 'redis', 'contract'],
  models: ['contract', 'generated', 'upstream'],
  loaders: ['history', 'models', 'generated', 'access', 'upstream', 'contract'],
  'live/board': ['upstream', 'contract'],
  'live/relay': ['live/board', 'upstream', 'redis', 'contract'],
  'live/topics': ['live/board', 'models', 'generated', 'contract'],
  'live/stream': ['live/relay', 'live/topics', 'live/board', 'access', 'upstream', 'contract'],
  history: ['live', 'models', 'contract'],
  resolvers: [
    'history',
    'live',
    'loaders',
    'models',
    'generated',
    'access',
    'upstream',
    'contract',
  ],
  execution: ['resolvers', 'live', 'access', 'upstream', 'contract'],
  'transports/http': [
    'board',
    'mcp',
    'transports',
    'execution',
    'resolvers',
    'live',
    'access',
    'upstream',
    'contract',
  ],
  transports: [
    'board',
    'mcp',
    'execution',
    'resolvers',
    'live',
    'access',
    'upstream',
    'redis',
    'contract',
  ],
  client: [],
  board: ['client', 'generated', 'contract/odds', 'models/fair-prices'],
  mcp: ['resolvers/lists', 'contract'],
  observability: ['contract'],
  process: [],
  origin: ['contract'],
};

const layerRules = Object.entries(LAYERS).map(([folder, allowed]) => ({
  name: `${folder.replace('/', '-')}-imports`,
  comment: `src/${folder} may import ${[...allowed, 'the leaves'].join(', ')} and nothing else of the project.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: [LEAVES, ...[folder, ...allowed].map((f) => `^src/${f}/`)] },
}));

export default {
  forbidden: [
    ...layerRules,
    {
      name: 'leaves-import-nothing',
      severity: 'error',
      from: { path: LEAVES },
      to: { path: '^src/', pathNot: LEAVES },
    },
    {
      name: 'graph-speaks-http-to-the-origin',
      comment: 'Only the composition root and tests know the embedded origin.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main\\.ts|origin/)' },
      to: { path: '^src/origin/' },
    },
    {
      name: 'origin-is-loaded-on-demand',
      comment: 'A process in front of another service does not load the embedded origin.',
      severity: 'error',
      from: { path: '^src/main\\.ts$' },
      to: { path: '^src/origin/', dynamic: false },
    },
    {
      name: 'config-reads-the-environment',
      comment: 'Only programs read it. Configuration reaches everything else as arguments.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main\\.ts$|commands/)' },
      to: { path: '^src/config\\.ts$' },
    },
    {
      name: 'redis-on-demand',
      comment: 'Without REDIS_URL no code of Redis is loaded.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(redis/|live/relay/|upstream/shared/redis/|access/viewers/redis-budgets|transports/sse/replicas/(redis-|stream-peers))',
      },
      to: {
        path: '^src/(redis/|live/relay/(relay\\.ts|store/redis-)|upstream/shared/redis/|access/viewers/redis-budgets|transports/sse/replicas/(redis-|stream-peers))',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'history-on-demand',
      comment: 'Where no prices are kept, nothing of the history and of databases is loaded.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(history|commands|origin)/' },
      to: {
        path: '^src/history/(sqlite|postgres|worker|recorder|open-history|store-)|node_modules/pg/|^(node:)?sqlite$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'opentelemetry-on-demand',
      comment: 'Without an endpoint for traces nothing of OpenTelemetry is loaded.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/observability/tracing/opentelemetry/' },
      to: {
        path: '^src/observability/tracing/opentelemetry/|node_modules/@opentelemetry/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-drawers',
      comment: 'A folder or file has the name of what it does.',
      severity: 'error',
      from: {},
      to: { path: '(^|/)(utils?|helpers?|common|misc|lib)(/|\\.ts$)', pathNot: 'node_modules' },
    },
    {
      name: 'shipped-code-uses-dependencies',
      comment: 'The client package has dependencies of its own.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/client/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'resolvable',
      comment: 'That package has types alone.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@graphql-typed-document-node/core$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/client/dist/' }, // What is built of it.
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  },
};
