import { type EcosystemSync, syncEcosystem } from '../advisories/sync.ts'
import { Ecosystem } from '../model/component.ts'
import { type Command, exitCodes } from './command.ts'
import { progressLine } from './progress-line.ts'

export const advisoriesSync: Command = {
  name: 'advisories sync',
  usage: '',
  summary: 'Brings the stored advisories up to date with the feeds of OSV_URL.',
  options: {},
  async run(runtime) {
    await using installation = await runtime.open()
    const progress = progressLine(runtime.terminal.err)
    let exitCode: number = exitCodes.ok
    for (const ecosystem of Ecosystem.options) {
      const startedAt = performance.now()
      const sync = await syncEcosystem(installation.advisorySync, ecosystem, {
        signal: runtime.signal,
        onProgress: ({ records }) => progress.say(`${ecosystem}  ${records.toLocaleString('en')} advisories read`),
      })
      progress.clear()
      runtime.terminal.out.write(`${linesOf(sync, performance.now() - startedAt).join('\n')}\n`)
      if (!sync.complete) exitCode = exitCodes.incomplete
    }
    return exitCode
  },
}

function linesOf({ ecosystem, feeds }: EcosystemSync, durationMs: number): string[] {
  const lines = feeds.map((feed) => {
    switch (feed.outcome) {
      case 'imported':
        return `${feed.base}: ${feed.added} added, ${feed.changed} changed, ${feed.removed} removed${feed.unreadable > 0 ? `, ${feed.unreadable} unreadable` : ''}`
      case 'unchanged':
        return `${feed.base}: unchanged`
      case 'missing':
        return `${feed.base}: has none`
      case 'failed':
        return `${feed.base}: not synced: ${feed.error}`
    }
  })
  return [`${ecosystem} (${(durationMs / 1000).toFixed(1)} s)`, ...lines.map((line) => `  ${line}`)]
}
