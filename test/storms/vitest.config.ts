import { defineConfig } from 'vitest/config'
import { countStorms } from './count-storms.ts'

/**
 * Storms over processes that are killed: `npm run test:storms`. Sizes are settings of the environment, see
 * `storm-size.ts`.
 */
export default defineConfig({
  test: {
    include: ['test/storms/**/*.storm.ts'],
    reporters: ['default', countStorms],
    maxWorkers: 1,
    fileParallelism: false,
  },
})
