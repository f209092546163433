import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'postgresql', schema: './src/service/db/**/*schema.ts', out: './drizzle' })
