import { defineConfig } from 'vitest/config'
import { ensureBuilt } from './build/ensure-built.js'
import { keepCompiled } from './test/support/keep-compiled.ts'
import { SlowFirst } from './test/support/slow-first.ts'

// Processes and threads that tests start run the build.
if (!ensureBuilt()) throw new Error('Tests need a build.')
keepCompiled()

/** Tests that use neither a database nor a process: `npm run check` runs them. */
const stateless = [
  'test/engine/{analysis,rules,model,project-settings,reports}/**/*.test.ts',
  'test/engine/sources/python-packaging/**/*.test.ts',
]

/** Tests in these folders that use child processes or the database. */
const stateful = ['test/engine/analysis/bundles/original-places.test.ts', 'test/engine/model/fingerprint.test.ts']

/** Slow tests and tests that start the service: each file belongs to one of the `test:*` scripts in package.json. */
const endToEnd = [
  'test/**/e2e/**/*.test.ts',
  'test/service/startup/**/*.test.ts',
  'test/service/api/conformance/**/*.test.ts',
  'test/cli/**/*.test.ts',
]

/** Tests that measure their process, or change it for every later test, such as its environment or V8's flags. */
const ownProcess = [
  'test/engine/sources/folder.test.ts',
  'test/engine/sources/git/git-program.test.ts',
  'test/engine/sources/git/hostile-repositories.test.ts',
  'test/engine/sources/package-registries/npm-registry.test.ts',
  'test/service/api/connection.test.ts',
  'test/service/db/prepared-statements.test.ts',
  'test/service/db/embedded/**/*.test.ts',
]

const common = {
  setupFiles: ['test/support/test-file.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Node loads the sources itself: no test mocks modules, and Vite needs twice the processor time for the same files.
  experimental: { viteModuleRunner: false, nodeLoader: false },
}
const withDatabase = { ...common, globalSetup: ['test/support/template-database.ts'] }

/** With `isolate: false`, the files of a worker share the modules that it has loaded. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: { ...common, name: 'stateless', include: stateless, exclude: [...stateful, ...endToEnd], isolate: false },
      },
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
          exclude: [...ownProcess, ...endToEnd],
          isolate: false,
        },
      },
      { test: { ...withDatabase, name: 'own-process', include: ownProcess, exclude: endToEnd } },
      { test: { ...withDatabase, name: 'e2e', include: endToEnd } },
    ],
  },
})
