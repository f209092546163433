import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

export const sqlInjection = defineFlowRule({
  kind: 'query',
  weakness: 'SQL injection',
  document: {
    id: 'sql-injection',
    title: 'SQL injection: untrusted input becomes part of a query',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-89', 'CWE-943'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1803', 'SAFE-T2101'],
    what:
      'Untrusted input becomes part of the query text in SQL, Cypher, or another query language. Values ' +
      'that are passed as bound parameters are not reported. A tool is not reported if its description says that ' +
      'the tool runs arbitrary queries. If a server has such a tool, findings in its other tools have at most medium ' +
      'severity.',
    why:
      'A crafted value can end the string literal and add conditions or statements to the query. An attacker can ' +
      'use them to read, change, or delete other rows. In some databases, a query can also read files and start ' +
      'programs.',
    remediation: 'Pass values as bound parameters. Select table and column names from an allowlist.',
    examples: {
      bad: [
        exampleTool({
          tool: 'find_customer',
          argument: 'name',
          imports: "import pg from 'pg'\n\nconst pool = new pg.Pool()",
          body: "const { rows } = await pool.query(`SELECT id FROM customers WHERE name = '${name}'`)",
        }),
        examplePythonTool({
          tool: 'find_customer',
          argument: 'name: str',
          imports: 'import sqlite3',
          body:
            'rows = sqlite3.connect("shop.db").execute(f"SELECT id FROM customers WHERE name = ' +
            "'{name}'\")\nreturn str(rows.fetchall())",
        }),
      ],
      good: [
        exampleTool({
          tool: 'find_customer',
          argument: 'name',
          imports: "import pg from 'pg'\n\nconst pool = new pg.Pool()",
          body: "const { rows } = await pool.query('SELECT id FROM customers WHERE name = $1', [name])",
        }),
        examplePythonTool({
          tool: 'find_customer',
          argument: 'name: str',
          imports: 'import sqlite3',
          body:
            'rows = sqlite3.connect("shop.db").execute("SELECT id FROM customers WHERE name = ?", ' +
            '(name,))\nreturn str(rows.fetchall())',
        }),
      ],
    },
  },
  baseSeverity: ({ action }) => (action === 'query-service' ? 'medium' : 'high'),
  attack: ({ isWhole, sink }) =>
    sink.action === 'query-service'
      ? 'change the query to read or change other data of the service'
      : isWhole
        ? 'run any query on the database'
        : 'change the query to read, modify, or delete other data',
  remediation: ({ isPython, sink }) =>
    sink.action === 'query-service'
      ? 'If the query language supports variables, as GraphQL does, pass the value as a variable. Otherwise, ' +
        'escape quotes and backslashes in the value, or accept only values from an allowlist.'
      : isPython
        ? 'Pass the value as a parameter: `cursor.execute("… WHERE name = ?", (value,))`. Check table and column ' +
          'names against an allowlist, because they cannot be parameters.'
        : "Pass the value as a parameter: `query('… WHERE name = $1', [value])`. Check table and column names " +
          'against an allowlist, because they cannot be parameters.',
})
