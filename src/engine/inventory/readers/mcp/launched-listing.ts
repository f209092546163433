import type { Ecosystem } from '../../../model/component.ts'
import type { Installation } from '../../installation.ts'
import { Listing } from '../../listing.ts'
import type { ManifestReading } from '../../manifest-reader.ts'
import { type Launch, launchOf, namesOtherRegistry } from '../../settings-files/launched-packages.ts'
import type { ScalarValue } from '../../settings-files/value.ts'
import { shown } from '../python/requested-package.ts'
import { isLocalLaunch, launchedPackage } from './launched-package.ts'

/** Collects the packages that a file's commands fetch and run. */
export class LaunchedListing {
  readonly #listing = new Listing()
  readonly #installations: Installation[] = []

  /**
   * Adds the packages that a command launches.
   *
   * @param lineAt returns the line at an offset
   */
  add(command: ScalarValue, args: readonly ScalarValue[], lineAt: (offset: number) => number): void {
    const launch = launchOf(command, args)
    if (launch === undefined || launch.kind === 'image') return
    this.addLaunch(launch, lineAt, namesOtherRegistry([command, ...args]))
  }

  /**
   * Adds a launch. If the launch uses another registry, its packages are listed without a version, because they may
   * share nothing but their names with public packages.
   */
  addLaunch({ kind, main, others }: Launch, lineAt: (offset: number) => number, isElsewhere = false): void {
    if (kind === 'image') return
    const ecosystem: Ecosystem = kind === 'npm' ? 'npm' : 'PyPI'
    const specs: { readonly name: string; readonly spec: string; readonly line: number }[] = []
    for (const asked of [...(main ? [main] : []), ...others]) {
      if (isLocalLaunch(asked.text)) continue
      const role = { ecosystem, dev: false, groups: [], line: lineAt(asked.offset) }
      const launched = launchedPackage(asked.text, kind)
      const { name, requested, version, spec } = launched
      const request = { ...role, name: shown(name), requested: shown(requested) }
      if (isElsewhere) this.#listing.request({ ...request, reason: 'other-registry-of-command' })
      else if (version === undefined) this.#listing.request({ ...request, reason: launched.reason })
      else this.#listing.add({ ...role, key: `${ecosystem} ${name}@${version}`, name, version, direct: true })
      if (!isElsewhere && spec !== undefined) specs.push({ name, spec, line: role.line })
    }
    if (specs.length > 0) this.#installations.push(kind === 'npm' ? npmLaunch(specs) : pythonLaunch(specs))
  }

  reading(): ManifestReading {
    return this.#listing.reading(this.#installations.length > 0 ? { installations: this.#installations } : {})
  }
}

interface Spec {
  readonly name: string
  readonly spec: string
  readonly line: number
}

/** Each launch has its own folder, so it counts as a separate installation. */
const npmLaunch = (specs: readonly Spec[]): Installation => ({
  kind: 'npm',
  dependencies: Object.fromEntries(specs.map(({ name, spec }) => [name, spec])),
  optionalDependencies: {},
  devDependencies: {},
  peerDependencies: {},
  lines: Object.fromEntries(specs.map(({ name, line }) => [name, line])),
})

const pythonLaunch = (specs: readonly Spec[]): Installation => ({
  kind: 'pypi',
  requirements: specs.map(({ spec, line }) => ({ text: spec, dev: false, groups: [], line })),
  constraints: [],
})
