import { exampleTool, examplePythonTool } from '../example-server.ts'
import { type FlowRule, isPython } from '../flow-rule.ts'

export const sqlInjection: FlowRule = {
  kind: 'query',
  name: 'Injection into a query',
  document: {
    id: 'sql-injection',
    title: 'Somebody outside decides what a query says',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-89', 'CWE-943'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1803', 'SAFE-T2101'],
    what:
      'A value from outside becomes part of the text of a statement in SQL, Cypher or another language of ' +
      'queries. Values that go in as parameters are left out, and so is a tool that says of itself that it ' +
      'runs any statement: that is a capability, and beside it a statement that another tool puts together ' +
      'counts as medium.',
    why:
      'The value ends the text that it stands in and goes on with conditions and statements of its own: other ' +
      'rows are read, changed and deleted, and several databases read files and start programs by a statement.',
    remediation: 'Hand values over as parameters; let names of tables and columns be chosen from a list.',
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
  severity: () => 'high',
  harm: ({ isWhole }) =>
    isWhole
      ? 'run any statement in the database'
      : 'end the place that the text leaves for it, and read, change and delete what else is in the database',
  remediation: (flow) =>
    isPython(flow)
      ? 'Hand the value over as a parameter: `cursor.execute("… WHERE name = ?", (value,))`. Names of tables ' +
        'and columns have no parameters: compare them with a list.'
      : "Hand the value over as a parameter: `query('… WHERE name = $1', [value])`. Names of tables and " +
        'columns have no parameters: compare them with a list.',
}
