CREATE TABLE "api_access_key_roles" (
	"id" serial PRIMARY KEY NOT NULL,
	"key_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_access_key_roles" ADD CONSTRAINT "api_access_key_roles_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_access_key_roles" ADD CONSTRAINT "api_access_key_roles_role_id_api_access_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."api_access_roles"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_access_key_roles_once" ON "api_access_key_roles" USING btree ("key_id","role_id");--> statement-breakpoint
CREATE INDEX "api_access_key_roles_role" ON "api_access_key_roles" USING btree ("role_id");