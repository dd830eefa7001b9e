CREATE TABLE "watched_items" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"entity_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watched_items_user_id_kind_entity_id_pk" PRIMARY KEY("user_id","kind","entity_id")
);
--> statement-breakpoint
CREATE TABLE "watchlist_visits" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"previous_day" text
);
--> statement-breakpoint
ALTER TABLE "watched_items" ADD CONSTRAINT "watched_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist_visits" ADD CONSTRAINT "watchlist_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;