ALTER TABLE "api_keys" ADD COLUMN "link_path" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "link_query" text;