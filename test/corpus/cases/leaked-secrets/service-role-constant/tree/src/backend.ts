import { createClient } from '@supabase/supabase-js'

const serviceRoleKey = '{{secret:jwt}}'

export const admin = createClient('https://project.backend.example', serviceRoleKey, { auth: { persistSession: false } })
