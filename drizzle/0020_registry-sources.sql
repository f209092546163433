-- Publications of servers that became part of another one are found by it.
CREATE INDEX "registry_servers_merged" ON "registry_servers" USING btree ("merged_into") WHERE merged_into is not null;
--> statement-breakpoint
-- Servers by kind of source, by name and by age: merged from seven parts, by grade, a deep page of one kind took more than twice as much as from one index. All kinds are three parts.
-- registry_list_{category,language,category_language}_{name,created} are for the version before, whose lists are read from them: six indexes more to write to until the
-- next step drops them. A step that drops an index keeps everybody from the table until it is committed, so none is dropped beside others that are built.
CREATE INDEX registry_list_source_name ON registry_servers (source_type, name_order, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_source_created ON registry_servers (source_type, created_at, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_category_source_name ON registry_servers (category, source_type, name_order, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_category_source_created ON registry_servers (category, source_type, created_at, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_language_source_name ON registry_servers (language, source_type, name_order, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_language_source_created ON registry_servers (language, source_type, created_at, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_category_language_source_name ON registry_servers (category, language, source_type, name_order, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
--> statement-breakpoint
CREATE INDEX registry_list_category_language_source_created ON registry_servers (category, language, source_type, created_at, id) INCLUDE (status) WHERE hidden_at IS NULL AND merged_into IS NULL;
