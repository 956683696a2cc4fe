create table "Purchases" (
  "PurchaseId" uuid primary key,
  "BuyerEmail" text not null,
  "State"      smallint not null,
  "BoughtAt"   timestamp not null default clock_timestamp()
);
create index on "Purchases" ("BoughtAt");

create table "CashBook" ("EntryNo" bigserial primary key, "Ref" text not null, "Kind" text not null, "Euro" numeric(10, 2) not null);
create index on "CashBook" ("Ref");

create table "Letters" (
  "LetterNo"    bigserial primary key,
  "Body"        text not null,
  "IsPosted"    boolean not null default false,
  "Tries"       integer not null default 0,
  "IsAbandoned" boolean not null default false
);

create table "SeenLetters" ("LetterNo" text primary key, "SeenAt" timestamptz not null default clock_timestamp());
create table "Parcels" ("ParcelNo" serial primary key, "PurchaseRef" varchar(36) not null);
create index on "Parcels" ("PurchaseRef");
