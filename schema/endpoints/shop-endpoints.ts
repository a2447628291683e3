import * as v from 'valibot';
import {
  CreateApiKeyInput,
  CreateApiKeyReply,
  CreateCodesInput,
  CreateCodesReply,
  CreateShopInput,
  CreateShopReply,
  ResolveOrderInput,
  SetShopProductInput,
  SetShopProductReply,
  SetShopSecretInput,
  ShopsReply,
} from '../shops/shops.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

/**
 * Shops that send orders, and keys of programs that create codes. Admins set them up with a connection: secrets are made
 * by the server and shown once (docs/decisions/271).
 */
export const shopEndpoints = {
  receiveOrder: endpoint({
    method: 'POST',
    path: '/api/shop/:sourceId',
    caller: 'anyone',
    summary: 'Receive an order or a refund from a shop, authenticated by its signature',
    input: v.unknown(),
    output: v.object({ received: v.literal(true) }),
    query: { secret: 'For Gumroad, which signs nothing: the secret of the shop.' },
  }),
  createCodes: endpoint({
    method: 'POST',
    path: '/api/codes',
    caller: 'anyone',
    summary:
      'Create activation codes, with an API key as Bearer token; a repeat with the same Idempotency-Key returns the same codes',
    input: CreateCodesInput,
    output: CreateCodesReply,
  }),
  listShops: endpoint({
    method: 'GET',
    path: '/api/admin/shops',
    caller: 'admin',
    summary: 'List the shops with their products, the orders that wait for an admin, and the API keys',
    input: noInput,
    output: ShopsReply,
  }),
  createShop: endpoint({
    method: 'POST',
    path: '/api/admin/shops',
    caller: 'admin',
    summary: 'Add a shop; returns its address, and its secret once',
    input: CreateShopInput,
    output: CreateShopReply,
  }),
  setShopSecret: endpoint({
    method: 'PUT',
    path: '/api/admin/shops/:sourceId/secret',
    caller: 'admin',
    summary: 'Store the signing secret that the shop made',
    input: SetShopSecretInput,
    output: Success,
  }),
  deleteShop: endpoint({
    method: 'DELETE',
    path: '/api/admin/shops/:sourceId',
    caller: 'admin',
    summary: 'Remove a shop with its products and orders; its codes stay',
    input: noInput,
    output: Success,
  }),
  setShopProduct: endpoint({
    method: 'POST',
    path: '/api/admin/shops/:sourceId/products',
    caller: 'admin',
    summary: 'Set the course that a product unlocks, and send codes for the orders that wait for it',
    input: SetShopProductInput,
    output: SetShopProductReply,
  }),
  deleteShopProduct: endpoint({
    method: 'DELETE',
    path: '/api/admin/shop-products/:productId',
    caller: 'admin',
    summary: 'Remove a product of a shop; its codes stay',
    input: noInput,
    output: Success,
  }),
  resolveOrder: endpoint({
    method: 'POST',
    path: '/api/admin/shop-orders/:orderId',
    caller: 'admin',
    summary: 'Decide about an order that waits for an admin',
    input: ResolveOrderInput,
    output: Success,
  }),
  createApiKey: endpoint({
    method: 'POST',
    path: '/api/admin/api-keys',
    caller: 'admin',
    summary: 'Create a key for POST /api/codes; it is returned once',
    input: CreateApiKeyInput,
    output: CreateApiKeyReply,
  }),
  deleteApiKey: endpoint({
    method: 'DELETE',
    path: '/api/admin/api-keys/:keyId',
    caller: 'admin',
    summary: 'Revoke an API key',
    input: noInput,
    output: Success,
  }),
} as const;
