import { randomMaker } from '../leaked-secrets/examples.ts'

/** Invented secret that is the same in every run. It is generated so that secret scanners do not report this file. */
export const exampleSecret: string = randomMaker('configuration').fill(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  24,
)
