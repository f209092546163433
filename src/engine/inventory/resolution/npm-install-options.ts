import { dirname, join } from 'node:path/posix'
import type { Snapshot } from '../../model/snapshot.ts'
import { parseNpmrc } from '../../sources/package-registries/npmrc.ts'

/** `npm install` options that affect which packages are installed. */
export interface NpmInstallOptions {
  /** npm installs no version published after this time. */
  readonly before: Date | undefined
  /** Reports whether a package is exempt from that limit. */
  readonly isExempt: (name: string) => boolean
  /** True if npm does not install peer dependencies. */
  readonly ignoresPeers: boolean
}

const maxFileBytes = 64 * 1024
const maxExemptions = 1_000
const maxDays = 36_500
const msPerDay = 86_400_000

/**
 * Reads the options in the `.npmrc` next to a package.json: `before`, `min-release-age`, `min-release-age-exclude`, and
 * `legacy-peer-deps`.
 *
 * @param path path of the package.json
 * @param now time of the installation
 */
export function npmInstallOptions({ files }: Pick<Snapshot, 'files'>, path: string, now: Date): NpmInstallOptions {
  const file = files.get(join(dirname(path), '.npmrc'))
  const text = file === undefined || file.size > maxFileBytes ? '' : file.content.toString()
  const settings = parseNpmrc(text, {})
  const exempt = exemptionsIn(text)
  return {
    before: timeOf(settings.get('before')) ?? beforeAge(settings.get('min-release-age'), now),
    isExempt: (name) => exempt.some((isExempt) => isExempt(name)),
    // A key without a value means true.
    ignoresPeers: settings.get('legacy-peer-deps') === 'true' || /^[ \t]*legacy-peer-deps[ \t]*$/m.test(text),
  }
}

function timeOf(text: string | undefined): Date | undefined {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? undefined : time
}

function beforeAge(text: string | undefined, now: Date): Date | undefined {
  const days = Number(text ?? '')
  return days > 0 && days <= maxDays ? new Date(now.getTime() - days * msPerDay) : undefined
}

function exemptionsIn(text: string): ((name: string) => boolean)[] {
  return [...text.matchAll(/^[ \t]*min-release-age-exclude(?:\[\])?[ \t]*=([^\n]*)/gm)]
    .flatMap(([, list = '']) => list.split(','))
    .map((pattern) => pattern.trim().replaceAll(/^["']|["']$/g, ''))
    .filter((pattern) => pattern !== '')
    .slice(0, maxExemptions)
    .map(matching)
}

/**
 * Compiles a name, or a pattern with one `*`, which matches everything except slashes. Patterns with several `*` match
 * nothing.
 */
function matching(pattern: string): (name: string) => boolean {
  const [start = '', end, more] = pattern.split('*')
  if (end === undefined) return (name) => name === pattern
  return (name) =>
    more === undefined &&
    name.length >= start.length + end.length &&
    name.startsWith(start) &&
    name.endsWith(end) &&
    !name.slice(start.length, name.length - end.length).includes('/')
}
