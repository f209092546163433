#!/usr/bin/env node
import { FastMCP } from 'fastmcp'
import { z } from 'zod'
import { readMetadata } from './metadata.js'

const server = new FastMCP({ name: 'package-metadata', version: '0.3.2' })

server.addTool({
  name: 'package_metadata',
  description: 'Reads the metadata of a package by its address',
  parameters: z.object({ address: z.string().url(), withReadme: z.boolean().optional() }),
  execute: async ({ address, withReadme }) => {
    const metadata = await readMetadata(address)
    if (!withReadme) delete metadata.readme
    return JSON.stringify(metadata, null, 2)
  },
})

server.start({ transportType: 'stdio' })
