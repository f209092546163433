import colors from 'picocolors'
import type { SafeVersions, TreeVulnerability, UpgradeChange, UpgradePlan } from '../model/upgrade-plan.ts'
import { printable } from './printable.ts'
import { type Paint, severityPaint } from './terminal/paint.ts'

/** Maximum number of vulnerabilities to list per change. */
const maxListed = 6
/** Maximum length of a publisher's message. */
const maxMessage = 120

/** Renders a plan for a terminal: one block per change, and then what remains. */
export function upgradePlanText(plan: UpgradePlan, { color }: { readonly color: boolean }): string {
  const paint = colors.createColors(color)
  const { changes, remaining, introduced, before, notChosen, gaps } = plan
  const source = plan.lockfile === undefined ? plan.manifest : `${plan.manifest} with ${plan.lockfile}`
  const lines = [
    `${paint.bold(printable(source))} (${plan.ecosystem}, strategy ${plan.strategy})`,
    ...changes.flatMap((change) => ['', ...changeLines(change, paint)]),
    ...section('Remaining', remaining.length, paint),
    ...remaining.flatMap((each) => [`  ${vulnerabilityText(each, paint)}`, paint.dim(`    ${printable(each.reason)}`)]),
    ...section('Introduced by the changes', introduced.length, paint),
    ...introduced.map((each) => `  ${vulnerabilityText(each, paint)}`),
    ...section('Not chosen', notChosen.length, paint),
    ...notChosen.map((each) => `  ${notChosenText(each)}`),
    ...section('Incomplete', gaps.length, paint),
    ...gaps.map((gap) => `  ${printable(gap)}`),
    '',
    summaryOf(plan, before),
    ...writtenLines(plan),
  ]
  return `\n${lines.join('\n')}\n\n`
}

function writtenLines({ written }: UpgradePlan): string[] {
  if (written === undefined) return []
  const [files, backups] = [written.files, written.backups].map((paths) => paths.map((path) => printable(path)))
  return [
    `Changed ${files?.join(', ')}. Backups: ${backups?.join(', ')}.`,
    `Read and checked again: ${counted(written.vulnerabilities, 'vulnerability')} left.`,
  ]
}

function section(title: string, count: number, paint: Paint): string[] {
  return count === 0 ? [] : ['', paint.bold(title)]
}

function summaryOf({ changes, remaining, introduced, gaps }: UpgradePlan, before: number): string {
  if (before === 0) return gaps.length === 0 ? 'No known vulnerabilities.' : 'Assay found no vulnerabilities.'
  const fixed = changes.reduce((sum, { fixes }) => sum + fixes.length, 0)
  const left = remaining.length + introduced.length
  if (changes.length === 0) return `No allowed change fixes any of the ${counted(before, 'vulnerability')}.`
  const what = `${counted(changes.length, 'change')} ${changes.length === 1 ? 'fixes' : 'fix'}`
  return `${what} ${fixed} of ${counted(before, 'vulnerability')}. ${left} ${left === 1 ? 'remains' : 'remain'}.`
}

function counted(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`
  return `${count} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`
}

const kindNames: Readonly<Record<UpgradeChange['kind'], string>> = {
  lockfile: 'lockfile only',
  requirement: 'direct dependency',
  override: 'override',
}

function changeLines(change: UpgradeChange, paint: Paint): string[] {
  const { from, to, edits, fixes } = change
  const versions = `${from.join(', ') || 'not installed'} → ${to.join(', ') || 'removed'}`
  return [
    `${paint.bold(printable(change.package))} ${printable(versions)}  ${paint.dim(kindNames[change.kind])}`,
    ...edits.map(({ path, line, name, from: written, to: changed }) => {
      const place = line === undefined ? path : `${path}:${line}`
      const edit = written === '' ? `adds ${name} ${changed} to overrides` : `${written} → ${changed}`
      return paint.dim(`  ${printable(`${place}: ${edit}`)}`)
    }),
    ...fixes.slice(0, maxListed).map((each) => `  fixes ${vulnerabilityText(each, paint)}`),
    ...(fixes.length > maxListed ? [`  fixes ${fixes.length - maxListed} more`] : []),
  ]
}

function vulnerabilityText(each: TreeVulnerability, paint: Paint): string {
  const notes = [
    ...(each.isExploited ? ['exploited'] : []),
    ...(each.isMalicious ? ['malicious'] : []),
    ...(each.reachability === undefined ? [] : [each.reachability]),
  ]
  const severity = severityPaint(each.severity, paint)(each.severity)
  const text = `${each.id} in ${each.package} ${each.version}: ${each.summary}`
  return `${severity} ${printable(text, 160)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}

function notChosenText({ package: name, version, reason, message }: UpgradePlan['notChosen'][number]): string {
  const text = `${name} ${version} is ${reason}${message === undefined ? '' : `: ${message}`}`
  return printable(text, maxMessage)
}

/** Renders the versions of a package that are safe. */
export function safeVersionsText(safe: SafeVersions, { color }: { readonly color: boolean }): string {
  const paint = colors.createColors(color)
  const { lowest, newest, newestOfAll, isSameMajor, vulnerabilities, notChosen, gaps } = safe
  const major = isSameMajor ? 'the same major version' : 'another major version'
  const lines = [
    paint.bold(printable(`${safe.package} ${safe.version}`)),
    ...vulnerabilities.map((each) => `  ${vulnerabilityText(each, paint)}`),
    ...(vulnerabilities.length === 0 ? ['  No known vulnerabilities, including its dependencies.'] : []),
    '',
    ...(lowest === undefined || newest === undefined
      ? ['No newer version without known vulnerabilities was found.']
      : [
          `Lowest safe version: ${paint.bold(printable(lowest))} (${major})`,
          `Newest safe version: ${paint.bold(printable(newest))} (${major})`,
        ]),
    ...(newestOfAll === undefined ? [] : [`Newest safe version of all: ${paint.bold(printable(newestOfAll))}`]),
    ...section('Not chosen', notChosen.length, paint),
    ...notChosen.map((each) => `  ${notChosenText(each)}`),
    ...section('Incomplete', gaps.length, paint),
    ...gaps.map((gap) => `  ${printable(gap)}`),
  ]
  return `\n${lines.join('\n')}\n\n`
}
