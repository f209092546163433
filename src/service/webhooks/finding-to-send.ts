import type { FindingRecord } from '../../engine/model/finding-record.ts'
import type { Finding } from '../../engine/model/finding.ts'
import { renderFinding } from '../../engine/rules/render-finding.ts'
import { deliveryLimits } from './delivery-limits.ts'

const { maxFindingBytes: findingBytes, maxFindingTextCharacters: findingCharacters } = deliveryLimits

/**
 * Returns a finding that fits into one POST: long texts are truncated and explanations omitted. Scanned projects
 * control the names and the code in a finding, so a long text could otherwise prevent delivery. The API returns the
 * complete finding.
 */
export function findingToSend(record: FindingRecord): Finding {
  const finding = renderFinding(record)
  if (Buffer.byteLength(JSON.stringify(finding)) <= findingBytes) return finding
  const { trace: _trace, location, component, advisory, ...rest } = finding
  const { snippet: _snippet, ...place } = location ?? {}
  return {
    ...rest,
    title: cut(rest.title),
    message: cut(rest.message),
    remediation: cut(rest.remediation),
    cwe: rest.cwe.slice(0, 20),
    owaspMcp: rest.owaspMcp.slice(0, 20),
    ...(location && { location: { ...place, path: cut(location.path) } }),
    ...(component && {
      component: {
        ...component,
        purl: cut(component.purl),
        name: cut(component.name),
        version: cut(component.version),
        introducedBy: [],
      },
    }),
    ...(advisory && { advisory: { ...advisory, aliases: advisory.aliases.slice(0, 20) } }),
  }
}

function cut(text: string): string {
  return text.length > findingCharacters ? `${text.slice(0, findingCharacters)}…` : text
}
