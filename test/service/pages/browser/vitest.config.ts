import { defineConfig } from 'vitest/config'

/** Pages in a real browser against a service that was really started: `npm run test:pages`. */
export default defineConfig({
  test: {
    include: ['test/service/pages/browser/**/*.browser.ts'],
    globalSetup: ['test/service/pages/browser/started-service.ts', 'test/support/template-database.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One browser, one service: files one after the other.
    maxWorkers: 1,
    fileParallelism: false,
  },
})
