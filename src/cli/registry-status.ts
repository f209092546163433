import { listRegistryFeeds } from '../service/db/registry/feeds.ts'
import { countIntake, listFailedIntake } from '../service/db/registry/intake.ts'
import { printable } from '../engine/reports/printable.ts'
import { type Command, exitCodes } from './command.ts'

const failuresShown = 20

export const registryStatus: Command = {
  usage: '[--json]',
  options: { json: { type: 'boolean' } },
  async run(runtime, { values }) {
    await using installation = await runtime.open()
    const [feeds, intake, failed] = [
      await listRegistryFeeds(installation.db),
      await countIntake(installation.db),
      await listFailedIntake(installation.db, failuresShown),
    ]
    if (values.json === true) {
      runtime.terminal.out.write(`${JSON.stringify({ feeds, intake, failed })}\n`)
      return exitCodes.ok
    }
    const lines = [
      `Scans for the registry   ${intake.waiting} wait, ${intake.submitted} submitted, ${intake.done} done, ` +
        `${intake.failed} given up`,
      ...feeds.flatMap(({ base, syncedAt, walkStartedAt, walkedPages, lastError, skipped }) => [
        `Followed                 ${base}: ` +
          `${syncedAt ? `read to its end on ${syncedAt.toISOString()}` : 'not read to its end yet'}` +
          `${walkStartedAt ? `; a walk is under way, ${walkedPages} pages so far` : ''}`,
        ...(lastError === null ? [] : [`  stopped                ${printable(lastError)}`]),
        ...skipped.map((sentence) => `  not understood         ${printable(sentence)}`),
      ]),
      ...failed.map(
        ({ url, lastError, attempts }) =>
          `Given up                 ${printable(url)}, after ${attempts} ` +
          `${attempts === 1 ? 'attempt' : 'attempts'}: ${printable(lastError ?? '')}`,
      ),
    ]
    runtime.terminal.out.write(`${lines.join('\n')}\n`)
    return exitCodes.ok
  },
}
