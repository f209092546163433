import type { AdvisoryReference } from '../model/advisory.ts'
import type { Component } from '../model/component.ts'
import { type Finding, isOpen } from '../model/finding.ts'
import type { Product } from '../model/product.ts'
import { packageUrl } from '../model/purl.ts'
import { reachabilityText } from '../model/reachability-text.ts'
import { documentUrn, type InventoriedScan, scannedProject } from './inventoried-scan.ts'

/** Context of OpenVEX 0.2.0. Also identifies the version of the format. */
const context = 'https://openvex.dev/ns/v0.2.0'

/**
 * Returns an OpenVEX 0.2.0 document (https://github.com/openvex/spec) with one statement per advisory and package
 * version. Returns undefined without findings, because a document needs at least one statement. Fixed findings have no
 * statement: the project no longer contains the version. Equal scans produce equal documents.
 */
export function openvexDocument(scan: InventoriedScan, tool: Product): object | undefined {
  const product = productOf(scan)
  const statements = scan.findings.flatMap((finding) => {
    const { advisory, component } = finding
    if (!advisory || !component || !(isOpen(finding) || finding.state === 'suppressed')) return []
    return [
      {
        vulnerability: vulnerabilityOf(finding, advisory),
        products: [{ '@id': product, subcomponents: [subcomponentOf(component)] }],
        ...assessmentOf(finding, component),
      },
    ]
  })
  if (statements.length === 0) return undefined
  return {
    '@context': context,
    '@id': documentUrn(scan.id),
    author: tool.name,
    timestamp: scan.completedAt.toISOString(),
    version: 1,
    tooling: `${tool.name} ${tool.version}`,
    statements,
  }
}

/** Returns an IRI for the scanned project. The path of a local folder is not published. */
function productOf(scan: InventoriedScan): string {
  const { name, component } = scannedProject(scan)
  if (component) return component.purl
  const { type, canonicalUrl, revision } = scan.source
  return type === 'git' ? canonicalUrl : packageUrl('generic', name.split('/').at(-1) ?? name, revision)
}

const subcomponentOf = ({ purl }: Component) => ({ '@id': purl, identifiers: { purl } })

function vulnerabilityOf({ title }: Finding, { id, url, aliases }: AdvisoryReference) {
  return { '@id': url, name: id, description: title, ...(aliases.length > 0 && { aliases: [...new Set(aliases)] }) }
}

/** Returns the status, and the fields that it requires. A suppression does not change it, because it is no evidence. */
function assessmentOf({ ruleId, reachability, remediation, suppression }: Finding, { name }: Component) {
  const notes = [
    ...(reachability ? [reachabilityText(name, reachability)] : []),
    ...(suppression ? [`Suppressed by ${suppression.by}: ${suppression.reason}`] : []),
  ]
  const noted = notes.length === 0 ? {} : { status_notes: notes.join(' ') }
  switch (ruleId === 'malicious-dependency' ? 'reachable' : reachability?.status) {
    case 'reachable':
      return { status: 'affected', ...noted, action_statement: remediation }
    case 'imported':
    case 'not-loaded':
      return { status: 'not_affected', ...noted, justification: 'vulnerable_code_not_in_execute_path' }
    default:
      return { status: 'under_investigation', ...noted }
  }
}
