/** What a sink does, where sinks of one kind differ in what an attacker can do and in how to fix it. */
export const sinkActions = [
  /** Stores a value in a property, such as `innerHTML`, or a variable of the environment. */
  'assign',
  /** Writes or deletes what a path names. Other sinks of paths read it. */
  'write-file',
  'load-module',
  /** Runs code in a web page, not in the process. */
  'run-in-page',
  /** Evaluates an expression in a language for formulas, which reaches no code of the process. */
  'evaluate-formula',
  /** Opens a URL in a browser, which also opens `file:` addresses. */
  'open-in-browser',
  /** Runs a command on another machine, on a device, or in a container. */
  'run-remotely',
  /** Runs code inside a database. */
  'run-in-database',
  /** Sends the text of a query to a service. */
  'query-service',
  /** Searches an LDAP directory. */
  'search-directory',
  /** Selects parts of an XML document with an XPath expression. */
  'select-in-document',
  /** Compares a text with a constant pattern that can take exponential time. */
  'match-slowly',
  /** Passes a prompt to a program that reads the files which the prompt names with `@`. */
  'prompt',
] as const
export type SinkAction = (typeof sinkActions)[number]
