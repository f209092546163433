import type { AdvisoryMatch } from '../../model/advisory.ts'
import type { Component } from '../../model/component.ts'

type Wording = { readonly title: string; readonly message: string; readonly remediation: string }

/** How a flaw of a package is told to people. */
export function flawWording({ component, advisory, summary }: AdvisoryMatch): Wording {
  const { name, version } = component
  const { fixedVersion } = advisory
  const fix = fixedVersion === undefined ? 'No fixed version is known.' : `It is fixed in ${fixedVersion}.`
  return {
    title: `${name} ${version}: ${summary}`,
    message:
      `${name} ${version} has a published flaw, ${ids(advisory)}: ${sentence(summary)} ` +
      `${exploited(advisory)}${fix}${origin(component)}`,
    remediation: fixedVersion === undefined ? withoutFix(component) : upgrade(component, fixedVersion),
  }
}

/** How malware is told to people. */
export function malwareWording({ component, advisory, summary }: AdvisoryMatch): Wording {
  const { name, version } = component
  return {
    title: `${name} ${version} is malware: ${summary}`,
    message: `${name} ${version} is known malware, ${ids(advisory)}: ${sentence(summary)}${origin(component)}`,
    remediation:
      `Remove ${culprit(component)}. Treat each machine that installed it as taken over, and replace every ` +
      'secret that was on it from another machine.',
  }
}

function ids({ id, aliases }: AdvisoryMatch['advisory']): string {
  return aliases.length === 0 ? id : `${id} (${aliases.join(', ')})`
}

/** What CISA says counts more than a likelihood, which is told with the advisory. */
function exploited({ kev }: AdvisoryMatch['advisory']): string {
  if (!kev) return ''
  return (
    `It is known to be exploited${kev.ransomware ? ', also by ransomware' : ''}: CISA lists it since ` +
    `${kev.addedAt}. `
  )
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** The packages by which a component came in, the scanned project first and the component last. */
function chainOf({ introducedBy }: Component): readonly string[] {
  return introducedBy[0]?.path ?? []
}

function isScannedProject(component: Component): boolean {
  return chainOf(component).length === 1
}

function origin(component: Component): string {
  const [introduction, ...others] = component.introducedBy
  if (!introduction) return ''
  if (isScannedProject(component)) return ' It is the scanned project itself.'
  const more = others.length === 0 ? '' : ' It also comes in other ways.'
  return ` It comes in by ${introduction.path.map(spaced).join(' → ')} (${introduction.manifest}).${more}`
}

function upgrade(component: Component, fixedVersion: string): string {
  if (isScannedProject(component)) return `Use version ${fixedVersion} of ${component.name} or newer.`
  const way = bringers(component)
  const brought = way && ` It is brought by ${way.chain}: upgrade ${way.first}, or override ${component.name}.`
  return `Upgrade ${component.name} to ${fixedVersion} or newer.${brought ?? ''}`
}

function withoutFix(component: Component): string {
  const what = isScannedProject(component) ? `Do without ${component.name}` : `Replace ${culprit(component)}`
  return `No fixed version of ${component.name} is known. ${what}, or make sure that the flawed part is not reached.`
}

/** What the project can do without to be rid of the component. */
function culprit(component: Component): string {
  const way = bringers(component)
  return way ? `${way.first}, which brings ${component.name} (${way.chain})` : component.name
}

/** The packages that bring one that the project does not name itself. */
function bringers(component: Component): { first: string; chain: string } | undefined {
  const [first, ...others] = chainOf(component).slice(1)
  if (first === undefined || others.length === 0) return undefined
  return { first: first.slice(0, first.lastIndexOf('@')), chain: [first, ...others].map(spaced).join(' → ') }
}

/** `@scope/name@1.0.0` as `@scope/name 1.0.0`. */
function spaced(step: string): string {
  const at = step.lastIndexOf('@')
  return at > 0 ? `${step.slice(0, at)} ${step.slice(at + 1)}` : step
}
