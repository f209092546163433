import { listRegistryFeeds } from '../service/db/registry/feeds.ts'
import { countIntake, listFailedIntake } from '../service/db/registry/intake.ts'
import { printable } from '../engine/reports/printable.ts'
import { type Command, exitCodes } from './command.ts'

/** Maximum number of listed failed scans. */
const maxFailures = 20

export const registryStatus: Command = {
  details: [`The command lists at most ${maxFailures} failed scans, latest first.`],
  options: { json: { type: 'boolean', summary: 'Prints one JSON object.' } },
  examples: [
    ['assay registry status', 'Prints the number of scans, and lists upstream registries and failed scans.'],
    ['assay registry status --json', 'Prints the same data as JSON for scripts.'],
  ],
  async run(runtime, { values }) {
    await using installation = await runtime.open()
    const [feeds, intake, failed] = [
      await listRegistryFeeds(installation.db),
      await countIntake(installation.db),
      await listFailedIntake(installation.db, maxFailures),
    ]
    if (values.json === true) {
      runtime.terminal.out.write(`${JSON.stringify({ feeds, intake, failed })}\n`)
      return exitCodes.ok
    }
    const lines = [
      `Registry scans      ${intake.waiting} waiting, ${intake.submitted} submitted, ${intake.done} done, ` +
        `${intake.failed} failed`,
      ...feeds.flatMap(({ base, syncedAt, walkStartedAt, walkedPages, lastError, skipped }) => [
        `Upstream registry   ${base}: ` +
          `${syncedAt ? `read completely at ${syncedAt.toISOString()}` : 'not yet read completely'}` +
          `${walkStartedAt ? `; reading, ${walkedPages} pages so far` : ''}`,
        ...(lastError === null ? [] : [`  last error        ${printable(lastError)}`]),
        ...skipped.map((sentence) => `  not parsed        ${printable(sentence)}`),
      ]),
      ...failed.map(
        ({ url, lastError, attempts }) =>
          `Failed              ${printable(url)}, after ${attempts} ` +
          `${attempts === 1 ? 'attempt' : 'attempts'}: ${printable(lastError ?? '')}`,
      ),
    ]
    runtime.terminal.out.write(`${lines.join('\n')}\n`)
    return exitCodes.ok
  },
}
