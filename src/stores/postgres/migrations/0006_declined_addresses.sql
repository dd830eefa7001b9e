CREATE TABLE "declined_addresses" (
	"organization_id" uuid NOT NULL,
	"email_hash" text NOT NULL,
	"declined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "declined_addresses_organization_id_email_hash_pk" PRIMARY KEY("organization_id","email_hash")
);
--> statement-breakpoint
ALTER TABLE "declined_addresses" ADD CONSTRAINT "declined_addresses_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;