import { MongoClient } from 'mongodb'

const uri = 'mongodb+srv://catalog-app:{{secret:password}}@cluster0.catalog.internal/catalog?retryWrites=true&w=majority'

export const mongo = new MongoClient(uri, { maxPoolSize: 20 })
