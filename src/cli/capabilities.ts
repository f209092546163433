import { ScanFailure } from '../engine/model/failure.ts'
import type { CapabilityReport } from '../engine/model/capability-report.ts'
import type { Target } from '../engine/model/target.ts'
import { printable } from '../engine/reports/printable.ts'
import type { ReadInstallation } from '../engine/scanner/reachability/read-installation.ts'
import type { SourceScanOptions } from '../engine/scanner/scan-context.ts'
import { type Command, exitCodes, UsageError } from './command.ts'
import { oneOf } from './option-values.ts'
import { progressLine, showScanStage } from './progress-line.ts'
import { localTarget } from './scan.ts'

const formats = ['table', 'json'] as const

export const capabilities: Command = {
  arguments: '<target>',
  details: [
    'Reads the code of every npm and PyPI package that the target installs, and shows what this code can do on the ' +
      'machine: run programs, open connections, read files, and so on. Each line names the package that can do it, ' +
      'the dependency path to it, and the first place in its code. Assay never runs the code that it reads.',
    'A target is a folder, a package, a git repository, or the URL of a package page or repository, as in "assay ' +
      'scan". Packages that are needed only for development are left out. Malicious packages come first.',
    'With --compare, the command shows only the capabilities that the target adds or removes.',
  ],
  options: {
    compare: {
      type: 'string',
      value: 'TARGET',
      summary: 'Earlier version of the target, such as execa@8.0.1 or the folder of another branch.',
    },
    format: { type: 'string', value: 'FORMAT', choices: formats, default: 'table', summary: 'Format of the result.' },
    verbose: { type: 'boolean', summary: 'Shows all packages. By default, each list ends after 5 packages.' },
    'no-cache': { type: 'boolean', summary: 'Reads every package again, without the results of earlier commands.' },
  },
  exits: {
    0: 'Every package was read, and none is known to be malicious.',
    1: 'The target installs a malicious package.',
    3: 'No malicious package was found, but at least one package or dependency could not be read.',
  },
  examples: [
    ['assay capabilities execa@9.6.0', 'Shows what an npm package and its dependencies can do.'],
    ['assay capabilities execa@9.6.0 --compare execa@8.0.1', 'Shows what an update changes.'],
    ['assay capabilities --compare ../main .', 'Compares two folders, for example two branches.'],
  ],
  async run(runtime, given) {
    const { terminal, callerFolder, signal } = runtime
    const format = oneOf(given, 'format', { kind: 'format', words: formats }) ?? 'table'
    const [word, ...others] = given.positionals
    if (word === undefined || others.length > 0)
      throw new UsageError('This command takes one target: a folder, a package, or the URL of a repository.')
    const compared = given.values['compare']
    const earlier =
      typeof compared === 'string' ? { url: compared, target: localTarget(compared, callerFolder) } : undefined
    const later = { url: word, target: localTarget(word, callerFolder) }
    using progress = progressLine(terminal.err)
    progress.show(`Starting Assay ${runtime.version}`)
    const [
      { readInstallation },
      { parseTargetName },
      { composeCapabilities },
      { compareCapabilities },
      { capabilityText },
    ] = await Promise.all([
      import('../engine/scanner/reachability/read-installation.ts'),
      import('../engine/sources/accept-url.ts'),
      import('../engine/reachability/capabilities/compose-capabilities.ts'),
      import('../engine/reachability/capabilities/compare-capabilities.ts'),
      import('../engine/reports/capabilities/capability-text.ts'),
    ])
    await using scanner = await runtime.openScanner({
      progress,
      isOffline: false,
      scannedFolders: [later, earlier].flatMap((each) => (each?.target?.type === 'folder' ? [each.target.path] : [])),
      ignoresCache: given.values['no-cache'] === true,
    })
    const resolvedAt = new Date()
    const read = ({ url, target }: GivenTarget): Promise<ReadInstallation> => {
      const report: SourceScanOptions['report'] = (stage, percent, activity) =>
        showScanStage(progress, { subject: printable(url), stage, percent, activity })
      return readInstallation(scanner.scanContext, target ?? parseTargetName(url), { report, signal, resolvedAt })
    }
    try {
      const before = earlier && (await read(earlier))
      const after = await read(later)
      const report: CapabilityReport = {
        target: word,
        ...(earlier && { comparedWith: earlier.url }),
        malicious: after.malicious.map(({ component, advisory }) => ({
          name: component.name,
          version: component.version,
          advisory: advisory.id,
          path: component.introducedBy[0]?.path ?? [`${component.name}@${component.version}`],
        })),
        installation: composeCapabilities(after.installed),
        ...(before && { difference: compareCapabilities({ before: before.installed, after: after.installed }) }),
        gaps: [...new Set([...(before?.gaps ?? []), ...after.gaps])],
      }
      progress.clear()
      terminal.out.write(
        format === 'json'
          ? `${JSON.stringify(report)}\n`
          : capabilityText(report, {
              color: terminal.out.isTTY === true && terminal.out.hasColors?.() === true,
              isVerbose: given.values['verbose'] === true,
            }),
      )
      return exitCodeOf(report)
    } catch (error) {
      progress.clear()
      if (!(error instanceof ScanFailure)) throw error
      terminal.err.write(`${printable(error.message)}\n`)
      return error.code === 'INVALID_URL' ? exitCodes.usage : exitCodes.incomplete
    }
  },
}

interface GivenTarget {
  readonly url: string
  /** Local folder or file. Undefined for a name or a URL. */
  readonly target: Target | undefined
}

function exitCodeOf({ malicious, installation, difference, gaps }: CapabilityReport): number {
  if (malicious.length > 0) return exitCodes.failed
  const notRead = (difference ?? installation).notRead.length
  return notRead > 0 || gaps.length > 0 ? exitCodes.incomplete : exitCodes.ok
}
