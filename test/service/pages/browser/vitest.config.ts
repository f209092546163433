import { defineConfig } from 'vitest/config'
import { keepCompiled } from '../../../support/keep-compiled.ts'

keepCompiled()

/** Tests pages in a real browser against a running service: `npm run test:pages`. */
export default defineConfig({
  test: {
    include: ['test/service/pages/browser/**/*.browser.ts'],
    globalSetup: ['test/service/pages/browser/started-service.ts', 'test/support/template-database.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // All files share one browser and one service, so they run one at a time.
    maxWorkers: 1,
    fileParallelism: false,
  },
})
