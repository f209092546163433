const tokenPattern = /\b(?:gh[pousr]_[A-Za-z0-9]{36}|glpat-[\w-]{20})\b/g

/** Replaces tokens of source hosts in a line of a log. */
export const redact = (line: string): string => line.replace(tokenPattern, '[redacted]')
