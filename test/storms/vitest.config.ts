import { defineConfig } from 'vitest/config'
import { countStorms } from './count-storms.ts'

/**
 * Tests that kill processes under load: `npm run test:storms`. Environment variables set the size, see `storm-size.ts`.
 */
export default defineConfig({
  test: {
    include: ['test/storms/**/*.storm.ts'],
    reporters: ['default', countStorms],
    maxWorkers: 1,
    fileParallelism: false,
  },
})
