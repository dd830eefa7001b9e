CREATE TABLE "api_key_usage" (
	"key_id" integer NOT NULL,
	"day" text NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "api_key_usage_key_id_day_pk" PRIMARY KEY("key_id","day")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "held_by" text DEFAULT 'maker' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "endpoints" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "actions" text[] DEFAULT '{"read","download"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "previous_hash" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "previous_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "rotated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_previous_hash" ON "api_keys" USING btree ("previous_hash");