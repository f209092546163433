/** Writes `endpoints.ts`, the part of the client that is generated from the catalogue of endpoints. */
import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../src/service/api/openapi.ts'
import { endpointsSource } from './endpoints-source.ts'

const source = await endpointsSource(openApiDocument('https://assay.example'))
writeFileSync(new URL('endpoints.ts', import.meta.url), source)
