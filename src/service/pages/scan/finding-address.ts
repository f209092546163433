import type { Finding } from '../../../engine/model/finding.ts'

/** Returns the URL of a finding's page, or undefined for secrets without a location, which have no page. */
export function findingAddress(
  scanId: string,
  { id, component, location }: Pick<Finding, 'id' | 'component' | 'location'>,
): string | undefined {
  return component || location ? `/scan/${scanId}/findings/${encodeURIComponent(id)}` : undefined
}
