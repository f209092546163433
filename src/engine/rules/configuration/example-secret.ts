import { randomMaker } from '../leaked-secrets/examples.ts'

/**
 * What looks like a secret and is none, the same each time; made when it is asked for, so that no scanner of this file
 * takes it for one.
 */
export const exampleSecret: string = randomMaker('configuration').fill(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  24,
)
