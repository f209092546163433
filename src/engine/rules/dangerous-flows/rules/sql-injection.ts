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
      'Untrusted input becomes part of the text of a query in SQL, Cypher, or another query language. Query ' +
      'parameters are not reported. A tool whose description says that it runs any query is not reported. If the ' +
      'server has such a tool, queries that its other tools compose are medium.',
    why:
      'The value ends its place in the query and adds conditions and statements. They read, change, and delete ' +
      'other rows. Several databases also read files and start programs from a query.',
    remediation: 'Pass values as query parameters. Select table and column names from a list.',
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
  baseSeverity: () => 'high',
  attack: ({ isWhole }) =>
    isWhole ? 'run any query in the database' : 'change the query to read, modify, or delete other data',
  remediation: ({ isPython }) =>
    isPython
      ? 'Pass the value as a parameter: `cursor.execute("… WHERE name = ?", (value,))`. Compare table and column ' +
        'names with a list, because they cannot be parameters.'
      : "Pass the value as a parameter: `query('… WHERE name = $1', [value])`. Compare table and column names with a " +
        'list, because they cannot be parameters.',
})
