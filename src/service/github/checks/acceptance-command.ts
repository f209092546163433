/** A parsed command. */
export interface AcceptanceCommand {
  readonly id: string
  readonly reason: string
}

const maxReasonCharacters = 500

/** Returns the line of a comment that can be a command, or an empty string. No other part of a comment is stored. */
export const commandLine = (body: string): string => /^\s*(assay:[^\r\n]{0,1000})/i.exec(body)?.[1] ?? ''

/** Parses `assay: accept ID REASON`. Returns undefined for any other text. */
export function acceptanceCommand(line: string): AcceptanceCommand | undefined {
  const [, id, reason = ''] = /^assay:\s+accept\s+`?([\da-f]{12,64}(?::[1-9]\d{0,5})?)`?\s+(\S.*)$/is.exec(line) ?? []
  return id === undefined ? undefined : { id: id.toLowerCase(), reason: reason.trim().slice(0, maxReasonCharacters) }
}
