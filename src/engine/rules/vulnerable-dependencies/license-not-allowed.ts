import { z } from 'zod'
import type { Component } from '../../model/component.ts'
import type { DetectedFinding } from '../../model/finding-record.ts'
import { fingerprint } from '../../model/fingerprint.ts'
import type { LicenseCheck } from '../../model/license-policy.ts'
import { licenseText } from '../../model/license.ts'
import { exampleFiles } from '../example-files.ts'
import { findingOf } from '../finding-text.ts'
import { defineRule } from '../rule.ts'
import { isScannedProject, removableDependency } from '../../model/upgrade-text.ts'
import { origin } from './dependency-path.ts'

interface LicensedComponent {
  readonly component: Component
  readonly check: LicenseCheck
}

const lockfile = (license: string) =>
  JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/a': { version: '1.0.0', license } } }, undefined, 2)
const example = (settings: string, license: string) =>
  exampleFiles({ '.github/assay.yml': `licenses:\n  ${settings}`, 'package-lock.json': lockfile(license) })

/** Applies only if a project has the setting `licenses`, so no detector reports it. */
export const licenseNotAllowed = defineRule({
  document: {
    id: 'license-not-allowed',
    title: 'License not allowed: a dependency has a license that the settings of the project exclude',
    category: 'dependency',
    severity: 'medium',
    precision: 'very-high',
    cwe: [],
    owaspMcp: [],
    safeMcp: [],
    what:
      'The setting `licenses` of the project does not allow the declared license of a dependency. Without the ' +
      'setting, this rule reports nothing. An expression `A OR B` is allowed if one of the licenses is allowed. ' +
      '`A AND B` requires both. Dependencies for development and packages with an unknown license are reported only ' +
      'if the setting says so.',
    why:
      'The license decides under which conditions the project may use and distribute the dependency. The finding ' +
      'does not change the security score.',
    remediation:
      'Replace the dependency, obtain a different license, or add the license to `licenses.allow` in the settings.',
    examples: {
      bad: [example('deny: ["GPL-*"]', 'GPL-3.0-only'), example('allow: [MIT]', 'MIT AND Apache-2.0')],
      good: [example('deny: ["GPL-*"]', 'MIT OR GPL-3.0-only'), example('allow: [MIT]', 'MIT')],
    },
  },
  arguments: z.object({ licenses: z.array(z.string()), declared: z.string(), by: z.string() }),
  describe({ licenses, declared, by }, { component }) {
    if (!component) throw new Error('a finding about a license has no component')
    const { name, version } = component
    const declares = declared === '' ? 'does not declare a known license' : `declares the license ${declared}`
    const [license = '', ...others] = licenses
    const excludes =
      declared === ''
        ? `${by} requires a known license.`
        : `${by} does not allow ${others.length === 0 ? license : licenses.join(' and ')}.`
    return {
      title: `${name} ${version}: ${declared === '' ? 'unknown license' : `license ${declared} is not allowed`}`,
      message: `${name} ${version} ${declares}. ${excludes}${origin(component)}`,
      remediation:
        `Replace ${removableDependency(component)}, obtain a different license, or change \`licenses\` in the ` +
        'settings.',
    }
  },
  find: ({ component, check }: LicensedComponent) => {
    const { license, dev } = component
    const { policy } = check
    if ((dev && policy.development !== 'report') || isScannedProject(component)) return []
    const by = policy.by
    if (license === undefined)
      return policy.unknown === 'report' ? [{ arguments: { licenses: [], declared: '', by } }] : []
    const licenses = [...check.disallowed(license)]
    return licenses.length === 0 ? [] : [{ arguments: { licenses, declared: licenseText(license), by } }]
  },
})

/** Returns at most one finding for a component's license. */
export function findingsOfLicense(component: Component, check: LicenseCheck): DetectedFinding[] {
  return [...licenseNotAllowed.find({ component, check })].map(({ arguments: args }) =>
    findingOf(licenseNotAllowed, {
      arguments: args,
      component,
      severity: check.policy.severity ?? licenseNotAllowed.severity,
      // Excludes the version, so that an upgrade with the same license keeps the same finding.
      fingerprint: fingerprint([licenseNotAllowed.id, component.ecosystem, component.name, args.declared]),
    }),
  )
}
