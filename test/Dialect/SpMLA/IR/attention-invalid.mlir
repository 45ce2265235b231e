// RUN: spmla-opt %s -split-input-file -verify-diagnostics

// expected-error@below {{expects as many queries as keys, and at least one, got 0 keys and 0 queries}}
%s = "spmla.qk"() {operandSegmentSizes = array<i32: 0, 0>} : () -> !spmla.tile<64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand8>
%k1 = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand8>
%q0 = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand8>
// expected-error@below {{expects as many queries as keys, and at least one, got 2 keys and 1 queries}}
%s = spmla.qk(%k0, %k1) (%q0) : (!spmla.tile<64x64xbf16, operand8>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand8>
%q0 = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand8>
// expected-error@below {{expects its result to be in layout accumulator, got abstract}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x64xbf16, operand8>) -> <64x16xf32>

// -----

%k0 = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%q0 = unrealized_conversion_cast to !spmla.tile<16x16xbf16>
// expected-error@below {{expects a shared key tile to be row-major, got '!spmla.shared<64x16xbf16, keys>'}}
%s = spmla.qk(%k0) (%q0) : (!spmla.shared<64x16xbf16, keys>) (!spmla.tile<16x16xbf16>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x512xbf16, rows8>
%q0 = unrealized_conversion_cast to !spmla.tile<16x512xbf16, rows8>
// expected-error@below {{expects the query tile of a pair to be in layout abstract or operand8 or operand16, got rows8}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<64x512xbf16, rows8>) (!spmla.tile<16x512xbf16, rows8>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<32x64xbf16, operand8>
%q0 = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand8>
// expected-error@below {{expects the key tile of a pair to be 64x64, got 32x64}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<32x64xbf16, operand8>) (!spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand8>
%q0 = unrealized_conversion_cast to !spmla.tile<32x64xbf16, operand8>
// expected-error@below {{expects the query tile of a pair to be 16x64, got 32x64}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<64x64xbf16, operand8>) (!spmla.tile<32x64xbf16, operand8>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand8>
%q0 = unrealized_conversion_cast to !spmla.tile<16x32xbf16, operand8>
// expected-error@below {{expects the key tile of a pair to be 64x32, got 64x64}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x32xbf16, operand8>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x64xf8E4M3FN, operand16>
%q0 = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand16>
// expected-error@below {{expects the tiles of a pair to agree in element type, got 'f8E4M3FN' and 'bf16'}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<64x64xf8E4M3FN, operand16>) (!spmla.tile<16x64xbf16, operand16>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand16>
%q0 = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand8>
// expected-error@below {{expects the tiles of a pair to enumerate their columns alike, got operand16 and operand8}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<64x64xbf16, operand16>) (!spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
%q0 = unrealized_conversion_cast to !spmla.tile<16x512xbf16, operand16>
// expected-error@below {{expects the tiles of a pair to enumerate their columns alike, got operand8 and operand16}}
%s = spmla.qk(%k0) (%q0) : (!spmla.shared<64x512xbf16>) (!spmla.tile<16x512xbf16, operand16>) -> <64x16xf32, accumulator>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32>
%rows = unrealized_conversion_cast to !spmla.rows<64>
// expected-error@below {{expects its scores to be in layout accumulator, got abstract}}
%m = spmla.mask %s, %rows : <64x16xf32>, <64>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%rows = unrealized_conversion_cast to !spmla.rows<32>
// expected-error@below {{expects its scores to be 32x16, got 64x16}}
%m = spmla.mask %s, %rows : <64x16xf32, accumulator>, <32>

// -----

// expected-error@below {{expects its reference to be in layout heads, got abstract}}
%m, %l, %o = spmla.init_state : <16x1xf32>, <16xf32, heads>, <512x16xf32, accumulator>

// -----

// expected-error@below {{expects its sum to be in layout heads, got abstract}}
%m, %l, %o = spmla.init_state : <16xf32, heads>, <16x1xf32>, <512x16xf32, accumulator>

// -----

// expected-error@below {{expects its reference to be 16, got 8}}
%m, %l, %o = spmla.init_state : <8xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>

// -----

// expected-error@below {{expects its output to be in layout accumulator, got abstract}}
%m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32>
%rows = unrealized_conversion_cast to !spmla.rows<64>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its scores to be in layout accumulator, got abstract}}
%p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%rows = unrealized_conversion_cast to !spmla.rows<32>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its scores to be 32x16, got 64x16}}
%p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <32>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%rows = unrealized_conversion_cast to !spmla.rows<64>
%scale = unrealized_conversion_cast to !spmla.tile<16x1xf32>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its scale to be in layout heads, got abstract}}
%p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16x1xf32>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%rows = unrealized_conversion_cast to !spmla.rows<64>
%scale = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its scale to be 16, got 8}}
%p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <8xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%rows = unrealized_conversion_cast to !spmla.rows<64>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its sum to be 16, got 8}}
%p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <8xf32, heads>, <512x16xf32, accumulator>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%rows = unrealized_conversion_cast to !spmla.rows<64>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32>
// expected-error@below {{expects its output to be in layout accumulator, got abstract}}
%p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its scores to be in layout accumulator, got abstract}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its scale to be 16, got 8}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <8xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its reference to be 16, got 8}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <8xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its shared probabilities to be bf16, or terms of f8E4M3FN, in layout keys, got '!spmla.shared<64x16xbf16>'}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its shared probabilities to be bf16, or terms of f8E4M3FN, in layout keys, got '!spmla.shared<64x16xf16, keys>'}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<32x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its shared probabilities to be 64x16, got 32x16}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<32x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<32x16xbf16, keys>
// expected-error@below {{expects its shared maxima to be row-major, got '!spmla.shared<32x16xbf16, keys>'}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <32x16xbf16, keys>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<4x4xf32>
// expected-error@below {{expects its shared maxima to be 16x4, got 4x4}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <4x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xbf16>
// expected-error@below {{expects its shared maxima to be f32, got 'bf16'}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xbf16>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its scores to be in layout accumulator, got abstract}}
%m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%m, %l, %o) with(%shared) %maxima : <64x16xf32>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its scale to be 16, got 8}}
%m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%m, %l, %o) with(%shared) %maxima : <64x16xf32, accumulator>, <8xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its reference to be 16, got 8}}
%m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%m, %l, %o) with(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<8xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its output to be in layout accumulator, got abstract}}
%m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%m, %l, %o) with(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%shared = unrealized_conversion_cast to !spmla.shared<32x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its shared probabilities to be 64x16, got 32x16}}
%m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%m, %l, %o) with(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<32x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<4x4xf32>
// expected-error@below {{expects its shared maxima to be 16x4, got 4x4}}
%m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%m, %l, %o) with(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <4x4xf32>

// -----

%v = unrealized_conversion_cast to !spmla.tile<64x576xbf16>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32>
// expected-error@below {{expects its output to be in layout accumulator, got abstract}}
%r = spmla.pv %v, (%p), %o : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32>

// -----

%v = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%p = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%o = unrealized_conversion_cast to !spmla.tile<16x16xf32, accumulator>
// expected-error@below {{expects its shared values to be row-major, got '!spmla.shared<64x16xbf16, keys>'}}
%r = spmla.pv %v, (%p), %o : !spmla.shared<64x16xbf16, keys>, (!spmla.shared<64x16xbf16, keys>), <16x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.tile<64x576xbf16>
%p = unrealized_conversion_cast to !spmla.tile<32x16xf32, accumulator>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects the probabilities to be 64x16, got 32x16}}
%r = spmla.pv %v, (%p), %o : !spmla.tile<64x576xbf16>, (!spmla.tile<32x16xf32, accumulator>), <512x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
%p = unrealized_conversion_cast to !spmla.shared<64x16xbf16>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its shared probabilities to be bf16, or terms of f8E4M3FN, in layout keys, got '!spmla.shared<64x16xbf16>'}}
%r = spmla.pv %v, (%p), %o : !spmla.shared<64x512xbf16>, (!spmla.shared<64x16xbf16>), <512x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.shared<64x448xbf16>
%p = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects the values to have at least 512 columns, got 448}}
%r = spmla.pv %v, (%p), %o : !spmla.shared<64x448xbf16>, (!spmla.shared<64x16xbf16, keys>), <512x16xf32, accumulator>

// -----

%m = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its reference to be 16, got 8}}
spmla.finalize %m, %l, %o : <8xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>

// -----

%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16x1xf32>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its sum to be in layout heads, got abstract}}
spmla.finalize %m, %l, %o : <16xf32, heads>, <16x1xf32>, <512x16xf32, accumulator>

// -----

%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32>
// expected-error@below {{expects its output to be in layout accumulator, got abstract}}
spmla.finalize %m, %l, %o : <16xf32, heads>, <16xf32, heads>, <512x16xf32>

// -----

%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%sums = unrealized_conversion_cast to !spmla.shared<64x4xf32>
// expected-error@below {{expects its shared sums to be 16x4, got 64x4}}
spmla.finalize %m, %l, %o with %sums : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<64x4xf32>

// -----

%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%sums = unrealized_conversion_cast to !spmla.shared<16x4xi32>
// expected-error@below {{expects its shared sums to be f32, got 'i32'}}
spmla.finalize %m, %l, %o with %sums : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xi32>
