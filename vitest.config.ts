import { defineConfig } from 'vitest/config'
import { ensureBuilt } from './build/ensure-built.js'

// Processes and threads that tests start run the build.
ensureBuilt()

/** Files of these rooms that use child processes or the database. */
const stateful = ['test/engine/analysis/bundles/original-places.test.ts', 'test/engine/model/fingerprint.test.ts']

/** Rooms without state: their files share a worker and the modules that it has loaded. */
const stateless = [
  'test/engine/{analysis,rules,model,project-settings,reports}/**/*.test.ts',
  'test/engine/sources/python-packaging/**/*.test.ts',
]

/** Files that start the service or commands. */
const endToEnd = ['test/**/e2e/**/*.test.ts', 'test/service/start/**/*.test.ts', 'test/cli/**/*.test.ts']

const common = { setupFiles: ['test/support/closed-network.ts'], testTimeout: 30_000, hookTimeout: 60_000 }
const withDatabase = { ...common, globalSetup: ['test/support/template-database.ts'] }

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'stateless', include: stateless, exclude: stateful, isolate: false } },
      {
        test: {
          ...withDatabase,
          name: 'stateful',
          include: [
            ...stateful,
            'test/!(engine)/**/*.test.ts',
            'test/engine/!(analysis|rules|model|project-settings|reports|sources)/**/*.test.ts',
            'test/engine/sources/!(python-packaging)/**/*.test.ts',
            'test/engine/sources/*.test.ts',
          ],
          exclude: endToEnd,
        },
      },
      { test: { ...withDatabase, name: 'e2e', include: endToEnd } },
    ],
  },
})
