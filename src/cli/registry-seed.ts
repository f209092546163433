import { recordOperatorAct } from '../service/accounts/operator-audit.ts'
import { seedRegistry } from '../service/registry/upstream/seed-registry.ts'
import { printable } from '../engine/reports/printable.ts'
import { type Command, exitCodes, RequestError, UsageError } from './command.ts'
import { progressLine } from './progress-line.ts'

const defaultLimit = 500
const maxLimit = 100_000

export const registrySeed: Command = {
  details: [
    'Reads the registry at MCP_REGISTRY_URL, and queues the latest version of each server. The service scans them ' +
      'one by one when no other scan is waiting.',
    'The next call continues where this one stopped. After the end of the registry, it reads only later changes.',
    'To follow a registry continuously instead, start the service with MCP_REGISTRY_URL.',
  ],
  options: {
    limit: {
      type: 'string',
      value: 'NUMBER',
      default: String(defaultLimit),
      summary: `Number of scans to queue, up to ${maxLimit}. The last page of the registry can add a few more.`,
    },
  },
  exits: { 0: 'Success.', 3: 'The registry was not read completely because of an error. Queued scans are kept.' },
  examples: [
    [
      'MCP_REGISTRY_URL=official assay registry seed',
      `Queues the first ${defaultLimit} scans of servers in the official registry.`,
    ],
    ['MCP_REGISTRY_URL=official assay registry seed --limit 50', 'Queues the next 50.'],
    ['assay registry status', 'Shows how many scans have finished.'],
  ],
  async run({ open, terminal, signal }, { values }) {
    const limit = limitOf(values['limit'] ?? String(defaultLimit))
    using progress = progressLine(terminal.err)
    await using installation = await open(progress)
    const base = installation.mcpRegistry
    if (base === undefined)
      throw new RequestError('MCP_REGISTRY_URL is not set. Set it to the URL of an MCP registry, or to official.')
    const { outcome, pages, queued, error } = await seedRegistry(
      { ...installation, base },
      {
        limit,
        onPage: (done) => progress.show(`Reading ${base}`, countsOf(done)),
        now: () => new Date(),
        signal,
      },
    )
    progress.clear()
    await recordOperatorAct(installation.db, { action: 'registry seed', subject: `${queued} queued` })
    terminal.out.write(`${countsOf({ pages, queued })} from ${base}\n`)
    if (outcome === 'failed') {
      terminal.err.write(`${printable(error ?? '')}\nRun the command again to continue.\n`)
      return exitCodes.incomplete
    }
    terminal.out.write(
      outcome === 'complete'
        ? 'The registry was read to its end.\n'
        : 'The registry has more servers. Run the command again to continue.\n',
    )
    return exitCodes.ok
  },
}

const countsOf = ({ pages, queued }: { readonly pages: number; readonly queued: number }): string =>
  `${queued} ${queued === 1 ? 'scan' : 'scans'} queued, ${pages} ${pages === 1 ? 'page' : 'pages'} read`

function limitOf(value: unknown): number {
  const limit = typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 0
  if (limit < 1 || limit > maxLimit) throw new UsageError(`--limit needs a whole number from 1 to ${maxLimit}.`)
  return limit
}
