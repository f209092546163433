import type { Component } from '../../../../../src/engine/model/component.ts'
import { packageUrl } from '../../../../../src/engine/model/purl.ts'

/** A package version that `project@1.0.0` depends on. */
export function component(name: string, version: string, parts: Partial<Component> = {}): Component {
  const ecosystem = parts.ecosystem ?? 'npm'
  return {
    purl: packageUrl(ecosystem, name, version),
    name,
    version,
    ecosystem,
    direct: true,
    dev: false,
    introducedBy: [{ manifest: 'package.json', path: ['project@1.0.0', `${name}@${version}`] }],
    ...parts,
  }
}
