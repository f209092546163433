/** Actions that distinguish sinks of the same kind if their impact and fix differ. */
export const sinkActions = [
  /** Stores a value in a property, such as `innerHTML`, or in an environment variable. */
  'assign',
  /** Writes or deletes a file. Path sinks without this action read it. */
  'write-file',
  'load-module',
  /** Runs code in a web page, not in the server process. */
  'run-in-page',
  /** Evaluates an expression in a formula language that cannot call the process's code. */
  'evaluate-formula',
  /** Opens a URL in a browser, which also opens `file:` URLs. */
  'open-in-browser',
  /** Runs a command on another machine, on a device, or in a container. */
  'run-remotely',
  /** Runs code inside a database. */
  'run-in-database',
  /** Sends query text to a service. */
  'query-service',
  /** Searches an LDAP directory. */
  'search-directory',
  /** Selects parts of an XML document with an XPath expression. */
  'select-in-document',
  /** Matches a string against a constant pattern that can take exponential time. */
  'match-slowly',
  /** Passes a prompt to a program that reads every file named with `@` in the prompt. */
  'prompt',
] as const
export type SinkAction = (typeof sinkActions)[number]
