import { defineConfig } from 'vitest/config'

/** Rooms without state: their files share a worker and the modules that it has loaded. */
const rooms = ['dataflow', 'detectors', 'model', 'project-settings', 'python-packaging', 'reports', 'source-maps']

/** Files of these rooms that use child processes or the database. */
const stateful = ['test/dataflow/bundles/original-places.test.ts', 'test/model/fingerprint.test.ts']

/** Files that start the service or commands. */
const service = ['test/*/service/**/*.test.ts', 'test/service/**/*.test.ts', 'test/cli/**/*.test.ts']

const common = { setupFiles: ['test/support/closed-network.ts'], testTimeout: 30_000, hookTimeout: 60_000 }
const withDatabase = { ...common, globalSetup: ['test/support/template-database.ts'] }

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'stateless',
          include: rooms.map((room) => `test/${room}/**/*.test.ts`),
          exclude: stateful,
          isolate: false,
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'stateful',
          include: ['test/*.test.ts', `test/!(${rooms.join('|')})/**/*.test.ts`, ...stateful],
          exclude: service,
        },
      },
      { test: { ...withDatabase, name: 'service', include: service } },
    ],
  },
})
