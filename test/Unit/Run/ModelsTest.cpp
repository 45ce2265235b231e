//===- ModelsTest.cpp -----------------------------------------------------===//

#include "Models.h"

#include "gtest/gtest.h"

using namespace spmla::run;

TEST(Models, HaveTheirShapes) {
  const Model *glm = findModel("glm-5.2");
  ASSERT_TRUE(glm);
  EXPECT_EQ(glm->heads / 8, 8);
  EXPECT_EQ(glm->latent, 512);
  EXPECT_EQ(glm->rope, 64);
  EXPECT_EQ(glm->topk, 2048);
  EXPECT_EQ(glm->softmaxScale, 0.0625);
  const Model *flash = findModel("glm-5.3-flash");
  ASSERT_TRUE(flash);
  EXPECT_EQ(flash->rope, 0);
  EXPECT_EQ(flash->topk, 2051);
  const Model *deepseek = findModel("deepseek-v3.2");
  ASSERT_TRUE(deepseek);
  EXPECT_EQ(deepseek->heads / 8, 16);
  EXPECT_NEAR(deepseek->softmaxScale, 0.13523, 1e-5);
  EXPECT_EQ(findModel("glm"), nullptr);
}
