import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: ['schema/*.graphql', '!schema/oddsgraph.graphql'],
  generates: {
    'src/generated/graph.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        federation: true,
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: { DateTime: 'string', _FieldSet: 'string', ID: 'string' },
        avoidOptionals: { field: true },
        contextType: '../resolvers/context.ts#OperationContext',
        mapperTypeSuffix: 'Model',
        mappers: {
          Event: '../models/event.ts#EventModel',
          Odds: '../models/odds.ts#OddsModel',
          Sportsbook: '../models/sportsbook.ts#SportsbookModel',
          OddsComparison: '../models/comparison.ts#ComparisonModel',
          ApiKey: '../models/api-key.ts#ApiKeyModel',
          CreatedApiKey: '../models/api-key.ts#CreatedApiKeyModel',
          DeepLink: '../models/deep-link.ts#DeepLinkModel',
          GameState: '../models/game-state.ts#GameStateModel',
          EvOpportunity: '../models/opportunity.ts#EvModel',
          ArbitrageOpportunity: '../models/opportunity.ts#ArbitrageModel',
          MiddleOpportunity: '../models/opportunity.ts#MiddleModel',
          OddsSnapshot: '../live/odds-lane.ts#OddsSnapshotPayload',
          OddsUpdate: '../live/odds-lane.ts#OddsUpdatePayload',
          OpportunitiesDetected: '../live/opportunity-lane.ts#DetectedPayload',
          LowHoldOpportunity: '../models/low-hold.ts#LowHoldModel',
          Splits: '../models/splits.ts#SplitsModel',
          SplitsHistory: '../models/splits.ts#SplitsHistoryModel',
          Viewer: '../models/viewer.ts#ViewerModel',
        },
      },
    },
  },
};

export default config;
